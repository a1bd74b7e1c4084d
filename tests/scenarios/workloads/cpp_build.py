"""Generates C++ sources and builds them with make, over and over."""

import subprocess
from pathlib import Path

from tempo import CPUS, Tempo, options

SOURCE = """
#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <vector>
template <int N> int count(std::map<std::string, std::vector<int>>& found) {{
    found[std::to_string(N)].push_back(N);
    std::regex wanted("a+b{number}");
    return std::regex_match("aab", wanted) + count<N - 1>(found);
}}
template <> int count<0>(std::map<std::string, std::vector<int>>& found) {{
    return int(found.size());
}}
int part_{number}(std::map<std::string, std::vector<int>>& found) {{
    return count<{depth}>(found);
}}
"""


def main():
    chosen = options(folder=".", files=8, depth=12, jobs_per_cpu=1)
    tempo, folder = Tempo(), Path(chosen.folder)
    objects = []
    for number in range(chosen.files):
        text = SOURCE.format(number=number, depth=chosen.depth)
        (folder / f"part_{number}.cc").write_text(text)
        objects.append(f"part_{number}.o")
    rules = f"all: {' '.join(objects)}\n%.o: %.cc\n\tg++ -O2 -c $< -o $@\n"
    (folder / "Makefile").write_text(rules)
    tempo.begin()
    jobs = f"-j{max(1, chosen.jobs_per_cpu * CPUS)}"
    while tempo.goes_on():
        subprocess.run(
            ["make", "-s", "-B", jobs, "all"],
            cwd=folder,
            check=False,
            stdout=subprocess.DEVNULL,
        )


if __name__ == "__main__":
    main()
