<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AdviceBody</name>
    <message>
        <source>What to do</source>
        <translation>处理建议</translation>
    </message>
</context>
<context>
    <name>AdviceHeader</name>
    <message>
        <source>Not useful</source>
        <translation>没有帮助</translation>
    </message>
    <message>
        <source>Tell this kind of tip no more. Settings tell it again: Kinds of tips.</source>
        <translation>不再提示这一类建议。可在设置的“提示种类”中恢复。</translation>
    </message>
    <message>
        <source>Ended {time}</source>
        <translation>{time} 结束</translation>
    </message>
    <message>
        <source>PID {pid}</source>
        <translation>PID {pid}</translation>
    </message>
    <message>
        <source>since {time}</source>
        <translation>自 {time} 起</translation>
    </message>
    <message>
        <source>{start} to {end}</source>
        <translation>{start} 至 {end}</translation>
    </message>
    <message>
        <source>Snooze</source>
        <translation>稍后提醒</translation>
    </message>
    <message>
        <source>Snooze this tip</source>
        <translation>稍后提醒此提示</translation>
    </message>
    <message>
        <source>Snoozed</source>
        <translation>已推迟提示</translation>
    </message>
    <message>
        <source>Snoozed until {time}</source>
        <translation>{time} 前不再提醒</translation>
    </message>
</context>
<context>
    <name>ApplyPreview</name>
    <message>
        <source>Cap threads for the next start of {name}</source>
        <translation>为 {name} 的下次启动设置线程数上限</translation>
    </message>
    <message>
        <source>Recommended values for the next start of {name}</source>
        <translation>{name} 下次启动的推荐值</translation>
    </message>
    <message>
        <source>A change for the next start of {name}</source>
        <translation>为 {name} 的下次启动做一处修改</translation>
    </message>
    <message>
        <source>Threads per process</source>
        <translation>每个进程的线程数</translation>
    </message>
    <message>
        <source>The running process is not touched, and you can undo this at any time.</source>
        <translation>不影响正在运行的进程，可随时撤销。</translation>
    </message>
    <message>
        <source>Load the file where training starts, with the line above</source>
        <translation>在启动训练的地方，用上面这一行加载文件</translation>
    </message>
    <message>
        <source>Restart {name} when it suits you</source>
        <translation>方便的时候重新启动 {name}</translation>
    </message>
    <message>
        <source>We compare up to 5 min before and after</source>
        <translation>我们比较前后各最多 5 分钟</translation>
    </message>
    <message>
        <source>Undo restores the file as it is now</source>
        <translation>撤销会恢复文件现在的内容</translation>
    </message>
    <message>
        <source>… {count} lines unchanged</source>
        <translation>… {count} 行未改动</translation>
    </message>
    <message>
        <source>The file says this already.</source>
        <translation>文件里已经是这样了。</translation>
    </message>
    <message>
        <source>1 line added</source>
        <translation>新增 1 行</translation>
    </message>
    <message>
        <source>{count} lines added</source>
        <translation>新增 {count} 行</translation>
    </message>
    <message>
        <source>1 removed</source>
        <translation>移除 1 行</translation>
    </message>
    <message>
        <source>{count} removed</source>
        <translation>移除 {count} 行</translation>
    </message>
</context>
<context>
    <name>Archive</name>
    <message>
        <source>Nothing is remembered yet: {path} is not there.</source>
        <translation>还没有任何历史记录：{path} 不存在。</translation>
    </message>
    <message>
        <source>{path} holds no history yet; start traintray once to begin one.</source>
        <translation>{path} 中还没有历史记录；启动一次 traintray 即可开始记录。</translation>
    </message>
    <message>
        <source>An older traintray wrote {path}; start traintray once to renew it.</source>
        <translation>{path} 由旧版 traintray 写入；启动一次 traintray 即可更新。</translation>
    </message>
    <message>
        <source>{path} is damaged ({error}). traintray moves it aside and begins a new one when it next writes to it.</source>
        <translation>{path} 已损坏（{error}）。traintray 下次写入时会把它移到一旁，并新建一个。</translation>
    </message>
    <message>
        <source>{path} cannot be read ({error}).</source>
        <translation>无法读取 {path}（{error}）。</translation>
    </message>
    <message>
        <source>Another traintray of yours writes the history, so this one does not.</source>
        <translation>您的另一个 traintray 正在写入历史记录，因此这一个不写入。</translation>
    </message>
    <message>
        <source>A newer traintray wrote {path}. It is left as it is and nothing is added to it; update traintray, or move the file away to begin a new one.</source>
        <translation>{path} 由更新版本的 traintray 写入，因此保持原样，不再添加内容；请更新 traintray，或移走该文件以新建一个。</translation>
    </message>
    <message>
        <source>The history was damaged. It was kept as {aside}, and a new one begun.</source>
        <translation>历史记录已损坏。原文件保留为 {aside}，并已新建一个。</translation>
    </message>
    <message>
        <source>The disk is full: {path} cannot grow. Measuring goes on; what happens meanwhile is missing in the history.</source>
        <translation>磁盘已满：{path} 无法增大。测量照常进行；这段时间的内容不会记入历史。</translation>
    </message>
    <message>
        <source>{path} cannot be written ({error}). Measuring goes on; what happens meanwhile is missing in the history.</source>
        <translation>无法写入 {path}（{error}）。测量照常进行；这段时间的内容不会记入历史。</translation>
    </message>
    <message>
        <source>This Python has no sqlite3 module, so nothing is remembered. Install a Python that has it to keep a history.</source>
        <translation>此 Python 没有 sqlite3 模块，因此不记录任何历史。要保留历史记录，请安装带有该模块的 Python。</translation>
    </message>
</context>
<context>
    <name>Autostart</name>
    <message>
        <source>traintray cannot be started at login from where it is installed: {error}. Install it in another folder.</source>
        <translation>traintray 的安装位置无法用于登录时启动：{error}。请安装到别的文件夹。</translation>
    </message>
    <message>
        <source>{path} cannot be changed: {error}. Make it and its folder writable for you and try again.</source>
        <translation>无法修改 {path}：{error}。请把它和所在文件夹设为当前用户可写，然后重试。</translation>
    </message>
    <message>
        <source>Starting at login is only done on Linux so far. Add traintray to the login items by hand.</source>
        <translation>登录时启动目前只支持 Linux，请手动把 traintray 加入登录项。</translation>
    </message>
</context>
<context>
    <name>BeforeAfter</name>
    <message>
        <source>Before and after</source>
        <translation>前后对比</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>{name}: {before} before, {after} after</source>
        <translation>{name}：之前 {before}，之后 {after}</translation>
    </message>
</context>
<context>
    <name>BesideFinding</name>
    <message>
        <source>Also seen</source>
        <translation>同时看到</translation>
    </message>
</context>
<context>
    <name>BulletBar</name>
    <message>
        <source>{label}: {measured}, threshold {threshold}, crossed</source>
        <translation>{label}：{measured}，阈值 {threshold}，已超出</translation>
    </message>
    <message>
        <source>{label}: {measured}, threshold {threshold}, not crossed</source>
        <translation>{label}：{measured}，阈值 {threshold}，未超出</translation>
    </message>
</context>
<context>
    <name>Cause</name>
    <message>
        <source>threads ready to run, by role</source>
        <translation>就绪线程数（按角色）</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>1 CPU</source>
        <translation>1 个 CPU</translation>
    </message>
    <message>
        <source>{count} CPUs</source>
        <translation>{count} 个 CPU</translation>
    </message>
</context>
<context>
    <name>ChangeCard</name>
    <message>
        <source>Undo the change …</source>
        <translation>撤销这次修改…</translation>
    </message>
    <message>
        <source>Undo …</source>
        <translation>撤销…</translation>
    </message>
    <message>
        <source>Applied {time}</source>
        <translation>{time} 已应用</translation>
    </message>
    <message>
        <source>previous file kept</source>
        <translation>已保留原文件</translation>
    </message>
    <message>
        <source>The file does not hold this change any more.</source>
        <translation>文件里已经没有这次修改。</translation>
    </message>
</context>
<context>
    <name>CodeBlock</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy these lines</source>
        <translation>复制这几行</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>Compare</name>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Verdicts</source>
        <translation>结论</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Lasted</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>May use</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Workers died</source>
        <translation>异常退出的 worker</translation>
    </message>
    <message>
        <source>{figure}, peak</source>
        <translation>{figure}（峰值）</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Cannot tell</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>1 CPU</source>
        <translation>1 个 CPU</translation>
    </message>
    <message>
        <source>{count} CPUs</source>
        <translation>{count} 个 CPU</translation>
    </message>
    <message>
        <source>{name}, no. {number}</source>
        <translation>{name}，第 {number} 次</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Back to History</source>
        <translation>返回历史</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Two runs</source>
        <translation>两次训练</translation>
    </message>
    <message>
        <source>{count} differences</source>
        <translation>{count} 处差异</translation>
    </message>
    <message>
        <source>1 difference</source>
        <translation>1 处差异</translation>
    </message>
    <message>
        <source>No difference</source>
        <translation>没有差异</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>CpuStrip</name>
    <message>
        <source>Logical CPUs: {busy} of {count} busy</source>
        <translation>逻辑核心：{count} 个中有 {busy} 个繁忙</translation>
    </message>
    <message>
        <source>Logical CPUs</source>
        <translation>逻辑 CPU</translation>
    </message>
</context>
<context>
    <name>Dates</name>
    <message>
        <source>{day} {month}</source>
        <translation>{month}/{day}</translation>
    </message>
    <message>
        <source>Mon</source>
        <translation>周一</translation>
    </message>
    <message>
        <source>Tue</source>
        <translation>周二</translation>
    </message>
    <message>
        <source>Wed</source>
        <translation>周三</translation>
    </message>
    <message>
        <source>Thu</source>
        <translation>周四</translation>
    </message>
    <message>
        <source>Fri</source>
        <translation>周五</translation>
    </message>
    <message>
        <source>Sat</source>
        <translation>周六</translation>
    </message>
    <message>
        <source>Sun</source>
        <translation>周日</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>今天 {time}</translation>
    </message>
    <message>
        <source>{date} {time}</source>
        <translation>{date} {time}</translation>
    </message>
    <message>
        <source>{number}&#xa0;min</source>
        <translation>{number}&#xa0;分钟</translation>
    </message>
    <message>
        <source>{number}&#xa0;h</source>
        <translation>{number}&#xa0;小时</translation>
    </message>
    <message>
        <source>Jan</source>
        <translation>1</translation>
    </message>
    <message>
        <source>Feb</source>
        <translation>2</translation>
    </message>
    <message>
        <source>Mar</source>
        <translation>3</translation>
    </message>
    <message>
        <source>Apr</source>
        <translation>4</translation>
    </message>
    <message>
        <source>May</source>
        <translation>5</translation>
    </message>
    <message>
        <source>Jun</source>
        <translation>6</translation>
    </message>
    <message>
        <source>Jul</source>
        <translation>7</translation>
    </message>
    <message>
        <source>Aug</source>
        <translation>8</translation>
    </message>
    <message>
        <source>Sep</source>
        <translation>9</translation>
    </message>
    <message>
        <source>Oct</source>
        <translation>10</translation>
    </message>
    <message>
        <source>Nov</source>
        <translation>11</translation>
    </message>
    <message>
        <source>Dec</source>
        <translation>12</translation>
    </message>
</context>
<context>
    <name>DayStrips</name>
    <message>
        <source>Days</source>
        <translation>日期</translation>
    </message>
    <message>
        <source>{days} days, {hours} of training, {count} episodes</source>
        <translation>{days} 天，训练 {hours}，{count} 个异常时段</translation>
    </message>
    <message>
        <source>from {time}</source>
        <translation>始于{time}</translation>
    </message>
    <message>
        <source>open</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>computer off</source>
        <translation>关机或休眠</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>未监测</translation>
    </message>
</context>
<context>
    <name>DiffBlock</name>
    <message>
        <source>Changes to the file</source>
        <translation>对文件的改动</translation>
    </message>
</context>
<context>
    <name>Doctor</name>
    <message>
        <source>See what the driver says: sudo dmesg. Mostly a restart helps.</source>
        <translation>查看驱动程序的消息：sudo dmesg。多数情况下重启即可。</translation>
    </message>
    <message>
        <source>Restart the computer.</source>
        <translation>请重启计算机。</translation>
    </message>
    <message>
        <source>no bus</source>
        <translation>未知总线</translation>
    </message>
    <message>
        <source>no {vendor} GPU</source>
        <translation>没有 {vendor} GPU</translation>
    </message>
    <message>
        <source>{vendor} GPU on {place} cannot be read: {why}</source>
        <translation>无法读取 {place} 上的 {vendor} GPU：{why}</translation>
    </message>
    <message>
        <source>Install the driver with its monitoring library: libnvidia-ml1 on Debian, libnvidia-compute-&lt;version&gt; on Ubuntu, xorg-x11-drv-nvidia-cuda-libs on Fedora, nvidia-utils on Arch.</source>
        <translation>请安装驱动程序及其监控库：Debian 为 libnvidia-ml1，Ubuntu 为 libnvidia-compute-&lt;version&gt;，Fedora 为 xorg-x11-drv-nvidia-cuda-libs，Arch 为 nvidia-utils。</translation>
    </message>
    <message>
        <source>Your user may not open /dev/nvidia*: ask for the group that owns it (ls -l /dev/nvidia0).</source>
        <translation>当前用户无权打开 /dev/nvidia*：请申请加入其所属的用户组（ls -l /dev/nvidia0）。</translation>
    </message>
    <message>
        <source>See what the driver says: sudo dmesg | grep -i nvrm. Mostly a restart helps.</source>
        <translation>查看驱动程序的消息：sudo dmesg | grep -i nvrm。多数情况下重启即可。</translation>
    </message>
    <message>
        <source>{gpu} sleeps, and is not woken</source>
        <translation>{gpu} 处于休眠状态，不会被唤醒</translation>
    </message>
    <message>
        <source>It fell off the bus or waits for a reset: restart the computer.</source>
        <translation>它已脱离总线或正在等待复位：请重启计算机。</translation>
    </message>
    <message>
        <source>{gpu} does not answer</source>
        <translation>{gpu} 没有响应</translation>
    </message>
    <message>
        <source>{gpu}; not permitted: {names}</source>
        <translation>{gpu}；无权读取：{names}</translation>
    </message>
    <message>
        <source>{gpu}; not reported: {names}</source>
        <translation>{gpu}；未报告：{names}</translation>
    </message>
    <message>
        <source>driver {version}</source>
        <translation>驱动程序 {version}</translation>
    </message>
    <message>
        <source>{version}, {library}</source>
        <translation>{version}，{library}</translation>
    </message>
    <message>
        <source>its library answers</source>
        <translation>其监控库可用</translation>
    </message>
    <message>
        <source>Mount /proc: without it no process can be seen.</source>
        <translation>请挂载 /proc：没有它就看不到任何进程。</translation>
    </message>
    <message>
        <source>/proc cannot be read: {error}</source>
        <translation>无法读取 /proc：{error}</translation>
    </message>
    <message>
        <source>{count} processes; those of other users are hidden (hidepid)</source>
        <translation>{count} 个进程；其他用户的进程被隐藏（hidepid）</translation>
    </message>
    <message>
        <source>{count} processes</source>
        <translation>{count} 个进程</translation>
    </message>
    <message>
        <source>the kernel was built without schedstat: ready threads are estimated from thread states</source>
        <translation>内核未启用 schedstat：就绪线程数由线程状态估算</translation>
    </message>
    <message>
        <source>schedstat counts nothing: ready threads are estimated</source>
        <translation>schedstat 没有计数：就绪线程数为估算值</translation>
    </message>
    <message>
        <source>Switch it on: sudo sysctl kernel.sched_schedstats=1</source>
        <translation>启用方法：sudo sysctl kernel.sched_schedstats=1</translation>
    </message>
    <message>
        <source>this kernel was built without pressure stall information</source>
        <translation>此内核未启用压力停顿信息（PSI）</translation>
    </message>
    <message>
        <source>pressure stall information is switched off</source>
        <translation>压力停顿信息（PSI）已关闭</translation>
    </message>
    <message>
        <source>Add psi=1 to the kernel&apos;s command line and restart.</source>
        <translation>请在内核命令行中加入 psi=1 并重启。</translation>
    </message>
    <message>
        <source>version 2</source>
        <translation>版本 2</translation>
    </message>
    <message>
        <source>version 1</source>
        <translation>版本 1</translation>
    </message>
    <message>
        <source>no control groups: CPU quotas and memory limits cannot be seen</source>
        <translation>没有控制组：无法看到 CPU 配额和内存限制</translation>
    </message>
</context>
<context>
    <name>EffectCard</name>
    <message>
        <source>Load it where training starts</source>
        <translation>在启动训练的地方加载</translation>
    </message>
    <message>
        <source>Compare 5 min each</source>
        <translation>对比前后各 5 分钟</translation>
    </message>
    <message>
        <source>after 60 s warm-up</source>
        <translation>先等待 60 秒预热</translation>
    </message>
    <message>
        <source>Did it help?</source>
        <translation>效果对比</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>尚未测量。</translation>
    </message>
    <message>
        <source>File written</source>
        <translation>文件已写入</translation>
    </message>
    <message>
        <source>Write the file</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Restart {name}</source>
        <translation>重新启动 {name}</translation>
    </message>
    <message>
        <source>same command</source>
        <translation>使用相同命令</translation>
    </message>
    <message>
        <source>Compare {length} each</source>
        <translation>各比较 {length}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the line that loads the file</source>
        <translation>复制加载文件的这一行</translation>
    </message>
    <message>
        <source>or start it with {command}</source>
        <translation>或者用 {command} 启动</translation>
    </message>
</context>
<context>
    <name>EnvFile</name>
    <message>
        <source>it is not a text file (it holds zero bytes; UTF-16 does). Save it as UTF-8 and try again.</source>
        <translation>它不是文本文件（含有零字节，UTF-16 就是这样）。请另存为 UTF-8，然后重试。</translation>
    </message>
    <message>
        <source>the block of traintray in it is damaged (marker lines: {lines}). Exactly one line “{start}” and, below it, one line “{end}” must be there. Repair them, or delete the marker lines, and try again.</source>
        <translation>其中 traintray 的区块已损坏（标记在第 {lines} 行）。应当恰好有一行 {start}，下方再有一行 {end}。请修好它们，或删除标记行，然后重试。</translation>
    </message>
    <message>
        <source>it begins with a byte order mark, which bash and uv take for a part of the first line. Save it as UTF-8 without one and try again.</source>
        <translation>它以字节顺序标记（BOM）开头，bash 和 uv 会把它当成第一行的内容。请另存为不带 BOM 的 UTF-8，然后重试。</translation>
    </message>
    <message>
        <source>it sets several variables</source>
        <translation>这一行设置了多个变量</translation>
    </message>
    <message>
        <source>its value spans several lines</source>
        <translation>它的值跨了多行</translation>
    </message>
    <message>
        <source>{path} would become larger than 10 MiB and could not be read any more. Take lines out of it, or set less.</source>
        <translation>{path} 会超过 10 MiB，之后将无法读取。请删去其中一些行，或少设置一些。</translation>
    </message>
    <message>
        <source>{path} holds no change of traintray to undo.</source>
        <translation>{path} 里没有可以撤销的 traintray 改动。</translation>
    </message>
    <message>
        <source>{path} was edited meanwhile; nothing was written. Look at the change again and repeat it.</source>
        <translation>{path} 刚刚被别处修改过，没有写入任何内容。请重新查看改动，再操作一次。</translation>
    </message>
    <message>
        <source>{path} was not used: {why}</source>
        <translation>没有使用 {path}：{why}</translation>
    </message>
    <message>
        <source>the undo journal {path} is damaged ({error}). The originals are in {folder}; copy back by hand the one you want.</source>
        <translation>撤销日志 {path} 已损坏（{error}）。原文件都在 {folder}，请手动把需要的那份复制回来。</translation>
    </message>
    <message>
        <source>another traintray is changing the env file. Try again.</source>
        <translation>另一个 traintray 正在修改 env 文件，请重试。</translation>
    </message>
    <message>
        <source>{path}, line {line}: {name} is set by hand, and {why}. Take it out of that line yourself, then try again.</source>
        <translation>{path} 第 {line} 行手动设置了 {name}，而且{why}。请自行从这一行去掉它，然后重试。</translation>
    </message>
    <message>
        <source>{path}, line {line}: {name} is set by hand. Set twice, it would be left to each program to choose. Delete that line, or agree to have it replaced.</source>
        <translation>{path} 第 {line} 行手动设置了 {name}。同一个变量设两次，采用哪个值就由各个程序自己决定了。请删除这一行，或同意替换它。</translation>
    </message>
    <message>
        <source>The kept original is lost, so only variables were set back.</source>
        <translation>保留的原文件已丢失，因此只恢复了变量。</translation>
    </message>
    <message>
        <source>{name} is set by hand now, so that line stays.</source>
        <translation>{name} 现在由手动写的一行设置，该行保留不动。</translation>
    </message>
    <message>
        <source>{name} is not set now; traintray wrote {ours}, so it stays as it is.</source>
        <translation>{name} 现在没有设置，而 traintray 写入的是 {ours}，因此保持现状。</translation>
    </message>
    <message>
        <source>{name} is {now} now; traintray took it out, so it stays as it is.</source>
        <translation>{name} 现在是 {now}，而 traintray 已将它移除，因此保持现状。</translation>
    </message>
    <message>
        <source>{name} is {now} now; traintray wrote {ours}, so it stays as it is.</source>
        <translation>{name} 现在是 {now}，而 traintray 写入的是 {ours}，因此保持现状。</translation>
    </message>
    <message>
        <source>it is mounted on its own, as containers do with single files, so it cannot be replaced in one step. Edit it on the host.</source>
        <translation>它是单独挂载的文件（容器常这样挂载单个文件），无法一步替换。请在宿主机上编辑。</translation>
    </message>
    <message>
        <source>the disk is full. Free some space and try again.</source>
        <translation>磁盘已满。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>your disk quota is used up. Free some space and try again.</source>
        <translation>磁盘配额已用完。请腾出空间后重试。</translation>
    </message>
    <message>
        <source>its file system is read-only. Copy the lines and put them where your runs read them.</source>
        <translation>它所在的文件系统是只读的。请复制这些行，放到训练能读到的地方。</translation>
    </message>
    <message>
        <source>its symbolic links lead in a circle. Repair them and try again.</source>
        <translation>它的符号链接首尾相连。请修复后重试。</translation>
    </message>
    <message>
        <source>it is not a regular file. Move it away and try again.</source>
        <translation>它不是普通文件。请把它移走后重试。</translation>
    </message>
    <message>
        <source>it is larger than 10 MiB, so it is hardly an env file. Move it away.</source>
        <translation>它超过 10 MiB，不像是 env 文件。请把它移走。</translation>
    </message>
    <message>
        <source>its path is too long.</source>
        <translation>它的路径太长。</translation>
    </message>
    <message>
        <source>its group is not one of yours and would change. Run: chgrp on it first.</source>
        <translation>它的用户组不属于当前用户，写入会改变它。请先对它运行 chgrp。</translation>
    </message>
    <message>
        <source>{path} cannot be read: {what}</source>
        <translation>无法读取 {path}：{what}</translation>
    </message>
    <message>
        <source>{path} cannot be changed: {what}</source>
        <translation>无法修改 {path}：{what}</translation>
    </message>
    <message>
        <source>this user may not read it. Run: chmod u+r {path}</source>
        <translation>当前用户没有读取权限。请运行：chmod u+r {path}</translation>
    </message>
    <message>
        <source>this user may not write in {folder}. Run: chmod u+w {folder} (where chattr made it immutable: chattr -i)</source>
        <translation>当前用户没有 {folder} 的写入权限。请运行：chmod u+w {folder}（如果用 chattr 设成了不可修改，则用 chattr -i）</translation>
    </message>
    <message>
        <source>it belongs to another user ({user}). Take it over with chown, or move it away.</source>
        <translation>它属于另一个用户（{user}）。请用 chown 改成当前用户，或把它移走。</translation>
    </message>
    <message>
        <source>every user may write to it. Run: chmod o-w {path}</source>
        <translation>所有用户都能写入它。请运行：chmod o-w {path}</translation>
    </message>
    <message>
        <source>it is a link into {folder}, which is no folder. Create that folder, or delete the link.</source>
        <translation>它是指向 {folder} 的链接，但那里没有这个文件夹。请创建文件夹，或删除链接。</translation>
    </message>
    <message>
        <source>it has a second name (a hard link), which would keep the old text. Find it with: find / -xdev -samefile {path}</source>
        <translation>它还有另一个名字（硬链接），那里会留着旧内容。查找命令：find / -xdev -samefile {path}</translation>
    </message>
    <message>
        <source>it is read-only. Run: chmod u+w {path}</source>
        <translation>它是只读的。请运行：chmod u+w {path}</translation>
    </message>
    <message>
        <source>every user may write to {folder}, so another user could change it. Keep it elsewhere, or run: chmod o-w {folder}</source>
        <translation>所有用户都能写入 {folder}，别的用户可能改动它。请放到别处，或运行：chmod o-w {folder}</translation>
    </message>
    <message>
        <source>its folder {folder} belongs to another user ({user}). Keep it in a folder of your own.</source>
        <translation>所在文件夹 {folder} 属于另一个用户（{user}）。请放到当前用户自己的文件夹里。</translation>
    </message>
    <message>
        <source>{path} is not used: {why}</source>
        <translation>没有使用 {path}：{why}</translation>
    </message>
    <message>
        <source>{part} is not a folder. Move it away and try again.</source>
        <translation>{part} 不是文件夹。请把它移走后重试。</translation>
    </message>
    <message>
        <source>it is not a folder. Move it away and try again.</source>
        <translation>它不是文件夹。请把它移走后重试。</translation>
    </message>
    <message>
        <source>it is a symbolic link. Delete the link and try again.</source>
        <translation>它是一个符号链接。请删除该链接后重试。</translation>
    </message>
    <message>
        <source>it is too large to be ours. Move it away and try again.</source>
        <translation>它太大，不会是 traintray 的文件。请把它移走后重试。</translation>
    </message>
    <message>
        <source>its file system is read-only. Set XDG_STATE_HOME to a folder that you may write to.</source>
        <translation>它所在的文件系统是只读的。请把 XDG_STATE_HOME 设为当前用户可写的文件夹。</translation>
    </message>
    <message>
        <source>{path}, which traintray needs to change the env file, cannot be used: {what}</source>
        <translation>traintray 修改 env 文件时需要 {path}，但无法使用它：{what}</translation>
    </message>
    <message>
        <source>this user may not enter {folder}. Run: chmod u+x {folder}</source>
        <translation>当前用户不能进入 {folder}。请运行：chmod u+x {folder}</translation>
    </message>
    <message>
        <source>every user may write to {folder}. Run: chmod o-w {folder}</source>
        <translation>任何用户都可以写入 {folder}。请运行：chmod o-w {folder}</translation>
    </message>
    <message>
        <source>so many variables at once could not be undone, so nothing was changed. Change them in smaller portions.</source>
        <translation>一次更改这么多变量将无法撤销，因此没有做任何更改。请分几次更改。</translation>
    </message>
    <message>
        <source>{path}, line {line}: {name} is set by hand. Delete that line, or agree to have it taken out.</source>
        <translation>{path} 第 {line} 行：{name} 是手动设置的。请删除该行，或同意由 traintray 去掉它。</translation>
    </message>
    <message>
        <source>it holds commands, and what is only set there does not reach the programs that they start. Choose a file of NAME=value lines, such as .env, and load that file from here.</source>
        <translation>其中是命令，只在那里设置的变量到不了这些命令启动的程序。请选择 NAME=value 行的文件，例如 .env，并在这里加载它。</translation>
    </message>
    <message>
        <source>it is no file of NAME=value lines, so lines of that form would damage it. Choose one that is, such as .env.</source>
        <translation>它不是 NAME=value 行的文件，写入这样的行会损坏它。请选择这种文件，例如 .env。</translation>
    </message>
</context>
<context>
    <name>EpisodeView</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Back to History</source>
        <translation>返回历史</translation>
    </message>
    <message>
        <source>The advice of that day was not kept.</source>
        <translation>当天的建议没有保存。</translation>
    </message>
    <message>
        <source>Told {time}.</source>
        <translation>{time} 已通知。</translation>
    </message>
    <message>
        <source>Knob changed {time}: {what}.</source>
        <translation>{time} 更改了调节项：{what}。</translation>
    </message>
    <message>
        <source>{outcome}.</source>
        <translation>{outcome}。</translation>
    </message>
    <message>
        <source>Ended after {setting}: the next run had it, and not this.</source>
        <translation>设置 {setting} 之后结束：下一次任务已生效，且没有再出现此问题。</translation>
    </message>
    <message>
        <source>What we saw</source>
        <translation>观测结果</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>怎么做</translation>
    </message>
    <message>
        <source>What became of it</source>
        <translation>后来如何</translation>
    </message>
</context>
<context>
    <name>EvidenceTable</name>
    <message>
        <source>{crossed} of {total} thresholds crossed</source>
        <translation>{total} 项中有 {crossed} 项超出阈值</translation>
    </message>
    <message>
        <source>{total} of {total} thresholds crossed</source>
        <translation>{total} 项全部超出阈值</translation>
    </message>
    <message>
        <source>Ruled out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>What we saw</source>
        <translation>观测结果</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测值</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>set by you</source>
        <translation>由你设定</translation>
    </message>
</context>
<context>
    <name>ExportBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Cancel the export</source>
        <translation>取消导出</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>关闭此消息</translation>
    </message>
    <message>
        <source>Exporting, {share} done</source>
        <translation>正在导出，已完成 {share}</translation>
    </message>
    <message>
        <source>Written to {path}, {size}</source>
        <translation>已写入 {path}，{size}</translation>
    </message>
</context>
<context>
    <name>FigureTable</name>
    <message>
        <source>Mean and peak</source>
        <translation>均值与峰值</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>测量项</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
</context>
<context>
    <name>FilterBar</name>
    <message>
        <source>Episodes</source>
        <translation>异常时段</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>All causes</source>
        <translation>所有原因</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>All runs</source>
        <translation>所有训练任务</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Select two runs to compare them (Ctrl+click)</source>
        <translation>选中两次训练即可对比（按住 Ctrl 单击）</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{total} 项中的 {shown} 项</translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Launch at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Show the graphs</source>
        <translation>查看图表</translation>
    </message>
    <message>
        <source>traintray watches for training</source>
        <translation>traintray 会留意训练任务</translation>
    </message>
    <message>
        <source>Once a second it reads CPU, memory and GPU. Training runs are noticed by themselves: Python processes that use PyTorch, TensorFlow or JAX. There is nothing to add to your code.</source>
        <translation>它每秒读取一次 CPU、内存和 GPU，并自动发现训练任务：使用 PyTorch、TensorFlow 或 JAX 的 Python 进程。代码无需任何改动。</translation>
    </message>
    <message>
        <source>When something slows a run down, one notification says so. The Advice page then has the numbers, the reason and what helps.</source>
        <translation>如果有什么拖慢了任务，会有一条通知说明。“建议”页给出数据、原因和解决办法。</translation>
    </message>
    <message>
        <source>It changes nothing by itself: each change is shown before it is written, and can be undone. Nothing leaves this computer.</source>
        <translation>它不会自行改动任何东西：每项改动在写入前都会先显示，并且可以撤销。任何数据都不会离开这台电脑。</translation>
    </message>
    <message>
        <source>Where things are kept</source>
        <translation>内容保存在哪里</translation>
    </message>
    <message>
        <source>It then starts hidden, in the tray. The menu of the icon changes it later.</source>
        <translation>启动后隐藏在托盘中。以后可在图标的菜单里更改。</translation>
    </message>
</context>
<context>
    <name>Gap</name>
    <message>
        <source>a rate needs a second reading to compare with</source>
        <translation>速率要等第二次读数才能算出</translation>
    </message>
    <message>
        <source>there is no such device, driver or kernel file here</source>
        <translation>这里没有对应的设备、驱动或内核文件</translation>
    </message>
    <message>
        <source>the device cannot report it</source>
        <translation>设备不提供这个数值</translation>
    </message>
    <message>
        <source>this user may not read it</source>
        <translation>当前用户没有读取权限</translation>
    </message>
    <message>
        <source>the device stopped answering</source>
        <translation>设备不再响应</translation>
    </message>
    <message>
        <source>the device sleeps, and to ask would wake it</source>
        <translation>设备正在休眠，读取会唤醒它</translation>
    </message>
    <message>
        <source>the computer was suspended in between</source>
        <translation>期间电脑休眠过</translation>
    </message>
    <message>
        <source>the read failed</source>
        <translation>读取失败</translation>
    </message>
</context>
<context>
    <name>GpuNote</name>
    <message>
        <source>That is for Debian; on Ubuntu it is libnvidia-compute-560, with the number of your driver. traintray looks again every minute.</source>
        <translation>这是 Debian 的包名；Ubuntu 上是 libnvidia-compute-560，数字按驱动版本替换。traintray 每分钟会再检查一次。</translation>
    </message>
    <message>
        <source>CPU, memory and pressure are watched as usual.</source>
        <translation>CPU、内存和压力照常监测。</translation>
    </message>
    <message>
        <source>An NVIDIA card is present, but NVML was not found</source>
        <translation>有 NVIDIA 显卡，但没有找到 NVML</translation>
    </message>
    <message>
        <source>With the driver’s monitoring library, GPU load, memory and heat appear here.</source>
        <translation>装上驱动的监控库后，这里会显示 GPU 利用率、显存和温度。</translation>
    </message>
    <message>
        <source>An NVIDIA card is present, but it cannot be read</source>
        <translation>有 NVIDIA 显卡，但无法读取</translation>
    </message>
    <message>
        <source>NVML says: {detail}.</source>
        <translation>NVML 报告：{detail}。</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>Episode</source>
        <translation>异常时段</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Lasted</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Knob</source>
        <translation>调节项</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Episodes</source>
        <translation>异常时段</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>in episodes</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>computer off</source>
        <translation>关机或休眠</translation>
    </message>
    <message>
        <source>not watched</source>
        <translation>未监测</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>open</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>{count} ready threads</source>
        <translation>{count} 个就绪线程</translation>
    </message>
    <message>
        <source>GPU {count}</source>
        <translation>GPU {count}</translation>
    </message>
    <message>
        <source>no cap</source>
        <translation>不限线程</translation>
    </message>
    <message>
        <source>threads {after}</source>
        <translation>线程 {after}</translation>
    </message>
    <message>
        <source>threads {before} → {after}</source>
        <translation>线程 {before} → {after}</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>{name} {before} → {after}</source>
        <translation>{name} {before} → {after}</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>另有 {count} 项</translation>
    </message>
    <message>
        <source>Helped, {factor} ×</source>
        <translation>有帮助，{factor} ×</translation>
    </message>
    <message>
        <source>Slower, {factor} ×</source>
        <translation>变慢，{factor} ×</translation>
    </message>
    <message>
        <source>Helped, GPU {points}</source>
        <translation>有帮助，GPU {points}</translation>
    </message>
    <message>
        <source>Slower, GPU {points}</source>
        <translation>变慢，GPU {points}</translation>
    </message>
    <message>
        <source>Ended by the knob</source>
        <translation>由该调节项结束</translation>
    </message>
    <message>
        <source>Ended by it, {factor} ×</source>
        <translation>由此结束，{factor} ×</translation>
    </message>
    <message>
        <source>Applied, taken back</source>
        <translation>已应用，后撤销</translation>
    </message>
    <message>
        <source>Applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>Advice read</source>
        <translation>已查看建议</translation>
    </message>
    <message>
        <source>Tip snoozed</source>
        <translation>已推迟提示</translation>
    </message>
    <message>
        <source>Tip dismissed</source>
        <translation>已关闭提示</translation>
    </message>
    <message>
        <source>Tip not useful</source>
        <translation>提示没有用</translation>
    </message>
    <message>
        <source>Not applied yet</source>
        <translation>尚未应用</translation>
    </message>
    <message>
        <source>Ended by itself</source>
        <translation>自行结束</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Ended with an error</source>
        <translation>出错结束</translation>
    </message>
    <message>
        <source>Killed</source>
        <translation>被终止</translation>
    </message>
    <message>
        <source>Killed, out of memory</source>
        <translation>内存不足，被终止</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>exit status {status}</source>
        <translation>退出状态 {status}</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>信号 {number}</translation>
    </message>
    <message>
        <source>{count} main</source>
        <translation>{count} 个主进程</translation>
    </message>
    <message>
        <source>{count} ranks</source>
        <translation>{count} 个 rank</translation>
    </message>
    <message>
        <source>{count} workers</source>
        <translation>{count} 个 worker</translation>
    </message>
</context>
<context>
    <name>HistoryHeader</name>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>{count} days</source>
        <translation>{count} 天</translation>
    </message>
    <message>
        <source>Days shown</source>
        <translation>显示的天数</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>{count} episodes in {days} days</source>
        <translation>{days} 天内 {count} 个异常时段</translation>
    </message>
    <message>
        <source>no episode in {days} days</source>
        <translation>{days} 天内没有异常时段</translation>
    </message>
    <message>
        <source>1 episode in {days} days</source>
        <translation>{days} 天内 1 个异常时段</translation>
    </message>
    <message>
        <source>{part} of {training} training</source>
        <translation>训练 {training}，其中异常 {part}</translation>
    </message>
    <message>
        <source>{training} training</source>
        <translation>训练 {training}</translation>
    </message>
    <message>
        <source>watching since {time}</source>
        <translation>自{time}起监测</translation>
    </message>
</context>
<context>
    <name>HistoryPage</name>
    <message>
        <source>Export {count} days</source>
        <translation>导出 {count} 天</translation>
    </message>
    <message>
        <source>CSV table (*.csv)</source>
        <translation>CSV 表格 (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>Introduction</name>
    <message>
        <source>What was measured and found, for {days} days at most</source>
        <translation>测量数据与发现，最多保留 {days} 天</translation>
    </message>
    <message>
        <source>Variables for the next start of a run, when you apply some</source>
        <translation>下次启动任务时使用的变量（在您应用之后）</translation>
    </message>
    <message>
        <source>Your settings</source>
        <translation>您的设置</translation>
    </message>
</context>
<context>
    <name>Joined</name>
    <message>
        <source>, </source>
        <extracomment>between the members of a list</extracomment>
        <translation>、</translation>
    </message>
    <message>
        <source>{text}, {detail}</source>
        <translation>{text}，{detail}</translation>
    </message>
    <message>
        <source>{name}: {value}</source>
        <translation>{name}：{value}</translation>
    </message>
    <message>
        <source>{first} {second}</source>
        <translation>{first}{second}</translation>
    </message>
</context>
<context>
    <name>Journal</name>
    <message>
        <source>{name} and {count} more</source>
        <translation>{name} 等 {count} 项</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Undone {time}.</source>
        <translation>{time} 已撤销。</translation>
    </message>
    <message>
        <source>Not measured.</source>
        <translation>没有测量。</translation>
    </message>
    <message>
        <source>Measured once the same command has run again.</source>
        <translation>同一条命令再次运行之后会测量。</translation>
    </message>
    <message>
        <source>{name}, PID {pid}</source>
        <translation>{name}，PID {pid}</translation>
    </message>
    <message>
        <source>In force until the run ends.</source>
        <translation>生效中，直到这次运行结束。</translation>
    </message>
    <message>
        <source>In force until the run ends; without root it cannot be taken back.</source>
        <translation>生效中，直到这次运行结束；没有 root 权限无法撤销。</translation>
    </message>
    <message>
        <source>Ended with the run.</source>
        <translation>已随这次运行结束。</translation>
    </message>
    <message>
        <source>Ended with the program that held it.</source>
        <translation>已随持有它的程序结束。</translation>
    </message>
    <message>
        <source>Ended: another profile was chosen since.</source>
        <translation>已结束：之后选择了另一个电源模式。</translation>
    </message>
</context>
<context>
    <name>JournalPanel</name>
    <message>
        <source>every change, newest first</source>
        <translation>每次修改，最新的在前</translation>
    </message>
    <message>
        <source>Nothing was changed yet. Each change stands here with its effect.</source>
        <translation>还没有修改过什么。每次修改和它的效果会列在这里。</translation>
    </message>
    <message>
        <source>Journal</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo the change of {name}</source>
        <translation>撤销对 {name} 的修改</translation>
    </message>
</context>
<context>
    <name>KnobCard</name>
    <message>
        <source>Recommended: {arithmetic}</source>
        <translation>推荐值 {arithmetic}</translation>
    </message>
    <message>
        <source>Undone. The file is gone again.</source>
        <translation>已撤销，文件已删除。</translation>
    </message>
    <message>
        <source>Undone. The file is as it was.</source>
        <translation>已撤销，文件已恢复原样。</translation>
    </message>
    <message>
        <source>… {count} lines unchanged</source>
        <translation>… {count} 行未改动</translation>
    </message>
    <message>
        <source>Apply …</source>
        <translation>应用…</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Ready for the next start</source>
        <translation>下次启动生效</translation>
    </message>
    <message>
        <source>The running process stays as it is; the next start reads the file.</source>
        <translation>正在运行的进程不受影响，下次启动时读取文件。</translation>
    </message>
    <message>
        <source>Takes effect when training next starts. The previous file is kept, so you can undo.</source>
        <translation>下次启动训练时生效。原文件会保留，可随时撤销。</translation>
    </message>
</context>
<context>
    <name>KnobCourse</name>
    <message>
        <source>Measuring</source>
        <translation>正在测量</translation>
    </message>
    <message>
        <source>The run that has begun since has this value.</source>
        <translation>此后开始的运行已使用这个值。</translation>
    </message>
</context>
<context>
    <name>KnobFace</name>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Copy as export</source>
        <translation>复制为 export</translation>
    </message>
    <message>
        <source>previous file kept</source>
        <translation>已保留原文件</translation>
    </message>
    <message>
        <source>One-click knob</source>
        <translation>一键调节</translation>
    </message>
</context>
<context>
    <name>KnobRow</name>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>recommended</source>
        <translation>推荐</translation>
    </message>
</context>
<context>
    <name>KnobTable</name>
    <message>
        <source>No knob matches the filter.</source>
        <translation>没有符合筛选的调节项。</translation>
    </message>
    <message>
        <source>Fewer knobs</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>{count} more knobs, none asked for now</source>
        <translation>还有 {count} 个调节项，现在都不需要</translation>
    </message>
</context>
<context>
    <name>Knobs</name>
    <message>
        <source>{run} was started with it</source>
        <translation>{run} 启动时读了它</translation>
    </message>
    <message>
        <source>{run} was started without it</source>
        <translation>{run} 启动时没有读它</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>合适</translation>
    </message>
    <message>
        <source>Not needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Costs</source>
        <translation>代价</translation>
    </message>
    <message>
        <source>Takes effect</source>
        <translation>何时生效</translation>
    </message>
    <message>
        <source>at the next start; nothing is written for you</source>
        <translation>下次启动时；不会替你写</translation>
    </message>
    <message>
        <source>To copy</source>
        <translation>可复制</translation>
    </message>
    <message>
        <source>not seen</source>
        <translation>看不到</translation>
    </message>
    <message>
        <source>your script</source>
        <translation>你的脚本</translation>
    </message>
    <message>
        <source>At the next start</source>
        <translation>下次启动时</translation>
    </message>
    <message>
        <source>written to the environment file</source>
        <translation>写入环境文件</translation>
    </message>
    <message>
        <source>no training run computes now, so nothing is recommended</source>
        <translation>现在没有训练在计算，所以没有推荐</translation>
    </message>
    <message>
        <source>In your script</source>
        <translation>在你的脚本里</translation>
    </message>
    <message>
        <source>a line to copy</source>
        <translation>复制一行</translation>
    </message>
    <message>
        <source>{run}, PID {pid}; ends with the run</source>
        <translation>{run}，PID {pid}；训练结束时失效</translation>
    </message>
    <message>
        <source>Right now</source>
        <translation>立即生效</translation>
    </message>
    <message>
        <source>All recommended values</source>
        <translation>全部推荐值</translation>
    </message>
    <message>
        <source>this run began without it</source>
        <translation>这次训练启动时没有它</translation>
    </message>
    <message>
        <source>this run has it</source>
        <translation>这次训练已有它</translation>
    </message>
    <message>
        <source>set in the file</source>
        <translation>已写在文件里</translation>
    </message>
    <message>
        <source>{value} and {count} more</source>
        <translation>{value} 等 {count} 项</translation>
    </message>
    <message>
        <source>default</source>
        <translation>默认</translation>
    </message>
    <message>
        <source>Apply …</source>
        <translation>应用…</translation>
    </message>
    <message>
        <source>Next start</source>
        <translation>下次启动</translation>
    </message>
    <message>
        <source>Applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>未加载</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Why this value</source>
        <translation>为何是这个值</translation>
    </message>
    <message>
        <source>When not</source>
        <translation>何时不用</translation>
    </message>
    <message>
        <source>Taking it back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>this run, now</source>
        <translation>当前训练</translation>
    </message>
    <message>
        <source>CPUs the run may use</source>
        <translation>运行可用的 CPU</translation>
    </message>
    <message>
        <source>turn at the disk</source>
        <translation>读写磁盘的先后</translation>
    </message>
    <message>
        <source>of the computer</source>
        <translation>整台计算机的</translation>
    </message>
    <message>
        <source>how much it gives way</source>
        <translation>让出 CPU 的程度</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>应用</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Mind</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>In this run</source>
        <translation>这次训练</translation>
    </message>
    <message>
        <source>Check a run</source>
        <translation>检查训练</translation>
    </message>
    <message>
        <source>Another value</source>
        <translation>换一个值</translation>
    </message>
</context>
<context>
    <name>KnobsFace</name>
    <message>
        <source>Knobs</source>
        <translation>调节项</translation>
    </message>
    <message>
        <source>Filter knobs</source>
        <translation>筛选调节项</translation>
    </message>
    <message>
        <source>Apply {count} recommended …</source>
        <translation>应用 {count} 项推荐…</translation>
    </message>
</context>
<context>
    <name>KnobsPage</name>
    <message>
        <source>PID {pid}</source>
        <translation>PID {pid}</translation>
    </message>
    <message>
        <source>for {run}</source>
        <translation>针对 {run}</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>en</source>
        <extracomment>the folder of the advice texts in this language</extracomment>
        <translation>zh_CN</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>没有训练任务</translation>
    </message>
    <message>
        <source>Rule of thumb</source>
        <translation>经验法则</translation>
    </message>
    <message>
        <source>Takes effect</source>
        <translation>何时生效</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>swap {size}</source>
        <translation>交换空间 {size}</translation>
    </message>
    <message>
        <source>none read</source>
        <translation>读不到</translation>
    </message>
    <message>
        <source>{count} cores</source>
        <translation>{count} 个核心</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 个核心</translation>
    </message>
    <message>
        <source>{count} logical CPUs</source>
        <translation>{count} 个逻辑 CPU</translation>
    </message>
    <message>
        <source>1 GPU</source>
        <translation>1 个 GPU</translation>
    </message>
    <message>
        <source>{count} GPUs</source>
        <translation>{count} 个 GPU</translation>
    </message>
    <message>
        <source>Training time by number of GPUs</source>
        <translation>训练时间与 GPU 数</translation>
    </message>
    <message>
        <source>at your {share}</source>
        <translation>按你的 {share}</translation>
    </message>
    <message>
        <source>perfect scaling</source>
        <translation>理想扩展</translation>
    </message>
    <message>
        <source>from run</source>
        <translation>来自训练任务</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>个样本</translation>
    </message>
    <message>
        <source>Your training</source>
        <translation>你的训练</translation>
    </message>
    <message>
        <source>Dataset size</source>
        <translation>数据集大小</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>全局 batch</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>epoch 数</translation>
    </message>
    <message>
        <source>Base learning rate</source>
        <translation>基准学习率</translation>
    </message>
    <message>
        <source>of that rate</source>
        <translation>与它对应</translation>
    </message>
    <message>
        <source>Base batch</source>
        <translation>基准 batch</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Scale-out</source>
        <translation>扩展</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU 数</translation>
    </message>
    <message>
        <source>Scaling efficiency</source>
        <translation>扩展效率</translation>
    </message>
    <message>
        <source>Epoch on 1 GPU</source>
        <translation>单 GPU 一个 epoch</translation>
    </message>
    <message>
        <source>Slowest link</source>
        <translation>最慢的链路</translation>
    </message>
    <message>
        <source>LR scaling</source>
        <translation>学习率缩放</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
    <message>
        <source>Batch per GPU</source>
        <translation>每个 GPU 的 batch</translation>
    </message>
    <message>
        <source>Updates per epoch</source>
        <translation>每个 epoch 的更新次数</translation>
    </message>
    <message>
        <source>Total updates</source>
        <translation>总更新次数</translation>
    </message>
    <message>
        <source>Peak learning rate</source>
        <translation>最高学习率</translation>
    </message>
    <message>
        <source>Warm-up, in updates</source>
        <translation>预热（更新次数）</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Training time</source>
        <translation>训练时间</translation>
    </message>
    <message>
        <source>All-reduce, each step</source>
        <translation>每步 all-reduce</translation>
    </message>
    <message>
        <source>On the link, of a step</source>
        <translation>链路占一步的比例</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>Copy as launch command</source>
        <translation>复制为启动命令</translation>
    </message>
    <message>
        <source>{field}: this is not a number above 0.</source>
        <translation>{field}：这不是大于 0 的数。</translation>
    </message>
    <message>
        <source>Strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Matches the open episode</source>
        <translation>与当前事件相符</translation>
    </message>
    <message>
        <source>With planner</source>
        <translation>带规划器</translation>
    </message>
    <message>
        <source>Helps with: {what}</source>
        <translation>适用于：{what}</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>Open Knobs</source>
        <translation>打开调节项</translation>
    </message>
    <message>
        <source>Article</source>
        <translation>文章</translation>
    </message>
    <message>
        <source>Planner</source>
        <translation>规划器</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>显示什么</translation>
    </message>
    <message>
        <source>What changes when the same training runs on more GPUs.</source>
        <translation>同一个训练用更多 GPU，会有哪些变化。</translation>
    </message>
    <message>
        <source>Lines for</source>
        <translation>代码适用于</translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message>
        <source>Text of the strategy</source>
        <translation>策略正文</translation>
    </message>
</context>
<context>
    <name>Live</name>
    <message>
        <source>held</source>
        <translation>已定格</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Graphs fill from the right as samples arrive.</source>
        <translation>随着采样，曲线会从右侧逐渐填满。</translation>
    </message>
    <message>
        <source>GPU {number}</source>
        <translation>GPU {number}</translation>
    </message>
    <message>
        <source>GPU limits</source>
        <translation>GPU 上限</translation>
    </message>
    <message>
        <source>GPU {number} limits</source>
        <translation>GPU {number} 上限</translation>
    </message>
    <message>
        <source>% of limit</source>
        <translation>占上限的 %</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>shared with the CPU</source>
        <translation>与 CPU 共用</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度</translation>
    </message>
    <message>
        <source>clock</source>
        <translation>频率</translation>
    </message>
    <message>
        <source>power</source>
        <translation>功耗</translation>
    </message>
    <message>
        <source>No line for {what}: this GPU does not tell its limit.</source>
        <translation>没有画出{what}：该 GPU 未提供其上限。</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>none seen yet</source>
        <translation>还没有发现</translation>
    </message>
    <message>
        <source>from {time}</source>
        <translation>始于{time}</translation>
    </message>
    <message>
        <source>open</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>main</source>
        <translation>主进程</translation>
    </message>
    <message>
        <source>{count} ranks</source>
        <translation>{count} 个 rank</translation>
    </message>
    <message>
        <source>1 rank</source>
        <translation>1 个 rank</translation>
    </message>
    <message>
        <source>{count} workers</source>
        <translation>{count} 个 worker</translation>
    </message>
    <message>
        <source>1 worker</source>
        <translation>1 个 worker</translation>
    </message>
    <message>
        <source>Copy values of {row}</source>
        <translation>复制“{row}”的数值</translation>
    </message>
    <message>
        <source>computer off {length}</source>
        <translation>关机或休眠 {length}</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>no data {length}</source>
        <translation>无数据 {length}</translation>
    </message>
    <message>
        <source>not watched {length}</source>
        <translation>未监测 {length}</translation>
    </message>
    <message>
        <source>system {share}</source>
        <translation>系统态 {share}</translation>
    </message>
    <message>
        <source>load {load}</source>
        <translation>负载 {load}</translation>
    </message>
    <message>
        <source>{busy} of {count} busy</source>
        <translation>{count} 个中 {busy} 个繁忙</translation>
    </message>
    <message>
        <source>{count} of {count} busy</source>
        <translation>{count} 个全部繁忙</translation>
    </message>
    <message>
        <source>on CPU, 10&#xa0;s</source>
        <translation>等 CPU，10&#xa0;秒</translation>
    </message>
    <message>
        <source>on memory, 10&#xa0;s</source>
        <translation>等内存，10&#xa0;秒</translation>
    </message>
    <message>
        <source>on disk, 10&#xa0;s</source>
        <translation>等磁盘，10&#xa0;秒</translation>
    </message>
    <message>
        <source>time stalled</source>
        <translation>停滞时间占比</translation>
    </message>
    <message>
        <source>swap {size}</source>
        <translation>交换空间 {size}</translation>
    </message>
    <message>
        <source>busy, mean 10&#xa0;s</source>
        <translation>利用率，10&#xa0;秒平均</translation>
    </message>
    <message>
        <source>{now} of {limit}</source>
        <translation>{now} / {limit}</translation>
    </message>
    <message>
        <source>clock {value}</source>
        <translation>频率 {value}</translation>
    </message>
    <message>
        <source>last {value}</source>
        <translation>上次 {value}</translation>
    </message>
    <message>
        <source>first sample</source>
        <translation>首次采样</translation>
    </message>
    <message>
        <source>not present</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>not reported</source>
        <translation>设备不提供</translation>
    </message>
    <message>
        <source>not permitted</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>not answering</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>asleep</source>
        <translation>休眠中</translation>
    </message>
    <message>
        <source>was suspended</source>
        <translation>休眠过</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>all</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>system share</source>
        <translation>其中系统态</translation>
    </message>
    <message>
        <source>{count} cores</source>
        <translation>{count} 核心</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 核心</translation>
    </message>
    <message>
        <source>Logical CPUs</source>
        <translation>逻辑核心</translation>
    </message>
    <message>
        <source>one row each</source>
        <translation>每行一个</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>磁盘</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Pressure</source>
        <translation>压力</translation>
    </message>
    <message>
        <source>swap, {size}</source>
        <translation>交换 {size}</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Training runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Episodes</source>
        <translation>异常时段</translation>
    </message>
    <message>
        <source>{count} running</source>
        <translation>{count} 个运行中</translation>
    </message>
    <message>
        <source>none running</source>
        <translation>没有在运行</translation>
    </message>
    <message>
        <source>{count} open</source>
        <translation>{count} 个未结束</translation>
    </message>
    <message>
        <source>none open</source>
        <translation>均已结束</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>min to max</source>
        <translation>最小到最大</translation>
    </message>
    <message>
        <source>Since {time}.</source>
        <translation>始于 {time}。</translation>
    </message>
    <message>
        <source>Show advice</source>
        <translation>查看建议</translation>
    </message>
    <message>
        <source>Start one as usual; PyTorch, TensorFlow and JAX processes are noticed by themselves.</source>
        <translation>照常启动即可，PyTorch、TensorFlow 和 JAX 进程会被自动识别。</translation>
    </message>
    <message>
        <source>{run} is running; the GPU cannot be read</source>
        <translation>{run} 正在运行，但 GPU 无法读取</translation>
    </message>
    <message>
        <source>{busy} of {count} logical CPUs are busy. Whether the GPU could be used is unknown until NVML is found.</source>
        <translation>{count} 个逻辑核心中有 {busy} 个繁忙。找到 NVML 之前，无法知道 GPU 能否用上。</translation>
    </message>
    <message>
        <source>{mean}, from {low} to {high}</source>
        <translation>{mean}，{low} 至 {high}</translation>
    </message>
    <message>
        <source>in runs {share}</source>
        <translation>训练中 {share}</translation>
    </message>
    <message>
        <source>max {value}</source>
        <translation>最高 {value}</translation>
    </message>
    <message>
        <source>mean {span} {value}</source>
        <translation>{span}均值 {value}</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>{count}&#xa0;h</source>
        <translation>{count}&#xa0;小时</translation>
    </message>
    <message>
        <source>3&#xa0;min steps</source>
        <translation>每步 3&#xa0;分钟</translation>
    </message>
    <message>
        <source>10&#xa0;s steps</source>
        <translation>每步 10&#xa0;秒</translation>
    </message>
    <message>
        <source>{name} {cores}&#xa0;cores</source>
        <translation>{name} {cores}&#xa0;个核心</translation>
    </message>
</context>
<context>
    <name>LiveHeader</name>
    <message>
        <source>Range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>{count} h</source>
        <translation>{count} 小时</translation>
    </message>
    <message>
        <source>{count} min</source>
        <translation>{count} 分钟</translation>
    </message>
</context>
<context>
    <name>LiveKnobs</name>
    <message>
        <source>leave-N (N cores to the desktop, up to {most}), performance (where cores have two speeds), all, or CPUs of {cpus} such as 0-3,8</source>
        <translation>leave-N（给桌面留 N 个核心，最多 {most} 个）、performance（核心分两种速度时）、all，或 {cpus} 中的 CPU，例如 0-3,8</translation>
    </message>
    <message>
        <source>all {wide} CPUs that its starter may use, instead of the {narrow} that processes share</source>
        <translation>启动它的程序可用的全部 {wide} 个 CPU，而不是进程共用的 {narrow} 个</translation>
    </message>
    <message>
        <source>there are cores that the run may not use</source>
        <translation>已有训练不能使用的核心</translation>
    </message>
    <message>
        <source>{rest} = {cores} cores − 1 for the desktop</source>
        <translation>{rest} = {cores} 核 − 1 核留给桌面</translation>
    </message>
    <message>
        <source>nothing that was found asks for it</source>
        <translation>没有发现需要它的问题</translation>
    </message>
    <message>
        <source>{ready} threads are ready and have {before} CPUs; of {after} some would share one, and where a loop waits for its slowest thread all wait.</source>
        <translation>{ready} 个就绪线程现有 {before} 个 CPU；只剩 {after} 个时，一些线程要共用一个，循环等待最慢的线程时，全部线程都要等。</translation>
    </message>
    <message>
        <source>Whoever started the run may have chosen its CPUs on purpose, as batch systems do for each job.</source>
        <translation>启动训练的人可能有意选了这些 CPU，例如批处理系统会给每个作业分配 CPU。</translation>
    </message>
    <message>
        <source>idle, best-effort-0 (first) to best-effort-7 (last), or none, which follows nice</source>
        <translation>idle、best-effort-0（最先）到 best-effort-7（最后），或 none（跟随 nice）</translation>
    </message>
    <message>
        <source>only you know what else reads from the disk</source>
        <translation>还有什么程序在读盘，只有你知道</translation>
    </message>
    <message>
        <source>No disk here has a scheduler that looks at I/O priorities (BFQ or mq-deadline), so that nothing would change.</source>
        <translation>这里没有磁盘使用看 I/O 优先级的调度器（BFQ 或 mq-deadline），所以不会有变化。</translation>
    </message>
    <message>
        <source>no disk here has a scheduler that looks at it</source>
        <translation>这里没有磁盘的调度器看它</translation>
    </message>
    <message>
        <source>a number from 1 to 19, the most courteous</source>
        <translation>1 到 19 的数，19 最礼让</translation>
    </message>
    <message>
        <source>without root it cannot be taken back</source>
        <translation>没有 root 权限就不能撤销</translation>
    </message>
    <message>
        <source>performance or power-saver, where the machine has them</source>
        <translation>performance 或 power-saver，以机器提供的为准</translation>
    </message>
    <message>
        <source>performance is active already</source>
        <translation>performance 已经生效</translation>
    </message>
    <message>
        <source>power-saver is active although the computer has mains</source>
        <translation>接着电源，却在使用 power-saver</translation>
    </message>
    <message>
        <source>this machine has no performance profile</source>
        <translation>这台机器没有 performance 模式</translation>
    </message>
    <message>
        <source>The CPU is held back all the same: {reason}.</source>
        <translation>CPU 仍然受限：{reason}。</translation>
    </message>
    <message>
        <source>The battery will last for less long.</source>
        <translation>电池会用得更快。</translation>
    </message>
    <message>
        <source>It cannot be undone without root, so it needs your consent.</source>
        <translation>没有 root 权限就不能撤销，所以需要你同意。</translation>
    </message>
    <message>
        <source>nothing was applied to this run that can be undone</source>
        <translation>没有对这次训练做过可以撤销的调整</translation>
    </message>
    <message>
        <source>its processes are gone, so there is nothing to undo</source>
        <translation>它的进程已经不在，没有可撤销的</translation>
    </message>
    <message>
        <source>another traintray (PID {pid}) holds a power profile for this run. Undo that first.</source>
        <translation>另一个 traintray（PID {pid}）正为这次训练保持电源模式。请先撤销它。</translation>
    </message>
    <message>
        <source>there is no power-profile service here</source>
        <translation>这里没有电源模式服务</translation>
    </message>
    <message>
        <source>the power-profile service refused: {error}</source>
        <translation>电源模式服务拒绝了：{error}</translation>
    </message>
    <message>
        <source>{path} cannot be used ({error}). Without this journal a live knob could not be undone, so nothing was changed.</source>
        <translation>{path} 无法使用（{error}）。没有这份日志，实时调节项就不能撤销，所以什么都没有改。</translation>
    </message>
    <message>
        <source>the journal of live knobs was damaged and is now {path}; what it held cannot be undone any more. It ends with the runs.</source>
        <translation>实时调节项的日志已损坏，移到了 {path}；其中的内容不能再撤销，会随训练结束。</translation>
    </message>
    <message>
        <source>another traintray is turning a live knob. Try again.</source>
        <translation>另一个 traintray 正在调整实时调节项。请再试一次。</translation>
    </message>
    <message>
        <source>it was not asked for</source>
        <translation>没有询问过</translation>
    </message>
    <message>
        <source>This cannot be undone without root. Afterwards only this takes it back: sudo renice -n {nice} -p $(ls /proc/{pid}/task), and so for each process of the run.</source>
        <translation>没有 root 权限就不能撤销。之后只有这条命令能恢复：sudo renice -n {nice} -p $(ls /proc/{pid}/task)，训练的每个进程都要这样做。</translation>
    </message>
    <message>
        <source>this is no training run that was recognised, and live knobs touch no other program</source>
        <translation>这不是识别出的训练，实时调节项不碰其他程序</translation>
    </message>
    <message>
        <source>the kernel does not tell: {error}</source>
        <translation>内核没有给出：{error}</translation>
    </message>
    <message>
        <source>every process of this run is another user&apos;s</source>
        <translation>这次训练的所有进程都属于其他用户</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>训练已经结束</translation>
    </message>
    <message>
        <source>Of another user, so they are left alone: PID {pids}.</source>
        <translation>属于其他用户，所以不动：PID {pids}。</translation>
    </message>
    <message>
        <source>{count} of the threads were changed by another hand since and are left as they are.</source>
        <translation>有 {count} 个线程之后被别处改过，保持不动。</translation>
    </message>
    <message>
        <source>The kernel refused it for {count} threads: {error}.</source>
        <translation>内核对 {count} 个线程拒绝了：{error}。</translation>
    </message>
    <message>
        <source>no power-profile service answers here</source>
        <translation>没有电源模式服务应答</translation>
    </message>
</context>
<context>
    <name>LivePage</name>
    <message>
        <source>Live graphs</source>
        <translation>实时曲线</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>Loader</name>
    <message>
        <source>In the shell or job script that starts training, or in ~/.bashrc.</source>
        <translation>放在启动训练的 shell 或作业脚本里，也可以放进 ~/.bashrc。</translation>
    </message>
    <message>
        <source>Put it before the command that starts training.</source>
        <translation>放在启动训练的命令前面。</translation>
    </message>
    <message>
        <source>Put it before the script.</source>
        <translation>放在脚本名前面。</translation>
    </message>
    <message>
        <source>Put it behind docker run or podman run.</source>
        <translation>放在 docker run 或 podman run 后面。</translation>
    </message>
    <message>
        <source>Put it into settings.json; debug runs read it.</source>
        <translation>写进 settings.json，调试运行时会读取。</translation>
    </message>
    <message>
        <source>In the shell that starts training, or in config.fish.</source>
        <translation>放在启动训练的 shell 里，也可以放进 config.fish。</translation>
    </message>
    <message>
        <source>Put it into the .envrc of the project.</source>
        <translation>写进项目的 .envrc。</translation>
    </message>
    <message>
        <source>Put it under [Service] of the unit.</source>
        <translation>写在单元的 [Service] 下面。</translation>
    </message>
    <message>
        <source>Add it to the run configuration as a path to a .env file.</source>
        <translation>在运行配置里作为 .env 文件的路径添加。</translation>
    </message>
    <message>
        <source>Start Jupyter with it; kernels that start from there have it.</source>
        <translation>用它启动 Jupyter；从那里启动的内核都会有它。</translation>
    </message>
    <message>
        <source>Put it before torch is imported.</source>
        <translation>写在导入 torch 之前。</translation>
    </message>
    <message>
        <source>Whether it beats a value of the shell was not measured.</source>
        <translation>它和 shell 的值谁优先，没有测过。</translation>
    </message>
    <message>
        <source>The file wins over a value that the shell has set.</source>
        <translation>文件优先于 shell 设置的值。</translation>
    </message>
    <message>
        <source>A value that the shell has already set wins; unset it.</source>
        <translation>shell 里已经设过的值优先，需要先取消。</translation>
    </message>
    <message>
        <source>{run} was started with {name}={present}, and the file says {file}.</source>
        <translation>{run} 启动时有 {name}={present}，文件里是 {file}。</translation>
    </message>
    <message>
        <source>{run} was started with {name}={present}, and the file says {file}. Loaded like this, the next start gets {file}.</source>
        <translation>{run} 启动时有 {name}={present}，文件里是 {file}。这样读取，下次启动得到 {file}。</translation>
    </message>
    <message>
        <source>{run} was started with {name}={present}, and the file says {file}. If the shell sets it, the next start keeps {present}: unset it there.</source>
        <translation>{run} 启动时有 {name}={present}，文件里是 {file}。如果是 shell 设置的，下次启动仍是 {present}：请在那里取消。</translation>
    </message>
    <message>
        <source>Read by: {programs}. Not set up: {others}.</source>
        <translation>读取方：{programs}。未设置：{others}。</translation>
    </message>
    <message>
        <source>Read by: {programs}.</source>
        <translation>读取方：{programs}。</translation>
    </message>
    <message>
        <source>Read by: only what traintray run starts. Not set up: {others}.</source>
        <translation>读取方：仅 traintray run 启动的程序。未设置：{others}。</translation>
    </message>
    <message>
        <source>Read by: only what traintray run starts.</source>
        <translation>读取方：仅 traintray run 启动的程序。</translation>
    </message>
</context>
<context>
    <name>LoaderPicker</name>
    <message>
        <source>Program that reads the file</source>
        <translation>读取文件的程序</translation>
    </message>
</context>
<context>
    <name>LoadingPanel</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the env file</source>
        <translation>打开 env 文件</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>{program} loads it</source>
        <translation>{program} 会读取</translation>
    </message>
    <message>
        <source>not set up</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>How to use it</source>
        <translation>如何使用</translation>
    </message>
    <message>
        <source>More …</source>
        <translation>更多…</translation>
    </message>
    <message>
        <source>Program that reads the file</source>
        <translation>读取文件的程序</translation>
    </message>
</context>
<context>
    <name>LoginRow</name>
    <message>
        <source>Launch at login</source>
        <translation>登录时启动</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>策略库</translation>
    </message>
    <message>
        <source>Knobs</source>
        <translation>调节项</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>MeasuredRows</name>
    <message>
        <source>Ruled out</source>
        <translation>已排除</translation>
    </message>
    <message>
        <source>at its worst</source>
        <translation>最严重时</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>阈值</translation>
    </message>
</context>
<context>
    <name>NavItem</name>
    <message>
        <source>{page}, needs attention</source>
        <translation>{page}，需要注意</translation>
    </message>
</context>
<context>
    <name>NoAdvice</name>
    <message>
        <source>No advice right now</source>
        <translation>目前没有建议</translation>
    </message>
    <message>
        <source>No training is running. Start one as usual: traintray notices PyTorch, TensorFlow and JAX processes by itself, and what it finds is told here.</source>
        <translation>没有正在运行的训练。照常启动即可：traintray 会自动识别 PyTorch、TensorFlow 和 JAX 进程，发现的问题会显示在这里。</translation>
    </message>
    <message>
        <source>traintray watches {name}.</source>
        <translation>traintray 正在监测 {name}。</translation>
    </message>
    <message>
        <source>traintray watches {count} training runs.</source>
        <translation>traintray 正在监测 {count} 个训练任务。</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>traintray keeps watching</source>
        <translation>traintray 仍在监测</translation>
    </message>
    <message>
        <source>It is in the tray. To end it, choose Quit in the icon&apos;s menu.</source>
        <translation>它还在托盘里。要结束它，请在图标菜单中选择“退出”。</translation>
    </message>
    <message>
        <source>This desktop has no tray, so traintray cannot show its icon and ends with this window. Tips still come as notifications. To see the icon, add a status tray to your panel; on GNOME, install the AppIndicator extension.</source>
        <translation>这个桌面没有托盘，traintray 无法显示图标，关闭此窗口就会退出。提示仍会以通知形式出现。要显示图标，请在面板上添加系统托盘；GNOME 需要安装 AppIndicator 扩展。</translation>
    </message>
    <message>
        <source>traintray is watching, without an icon</source>
        <translation>traintray 正在监测，但没有图标</translation>
    </message>
    <message>
        <source>This desktop has no tray. Tips come as notifications; start traintray again to open its window.</source>
        <translation>这个桌面没有托盘。提示会以通知形式出现；再次启动 traintray 可以打开窗口。</translation>
    </message>
    <message>
        <source>Some settings were not used</source>
        <translation>有些设置没有生效</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Launch at login was not changed</source>
        <translation>登录时启动的设置未更改</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>Open traintray</source>
        <translation>打开 traintray</translation>
    </message>
    <message>
        <source>Show advice</source>
        <translation>查看建议</translation>
    </message>
    <message>
        <source>Don&apos;t tell again</source>
        <translation>不再提醒</translation>
    </message>
    <message>
        <source>Show run</source>
        <translation>查看运行</translation>
    </message>
    <message>
        <source>Show runs</source>
        <translation>查看运行列表</translation>
    </message>
    <message>
        <source>{count} runs have ended</source>
        <translation>{count} 个运行已结束</translation>
    </message>
    <message>
        <source>The last one was {name}.</source>
        <translation>最后一个是 {name}。</translation>
    </message>
    <message>
        <source>Of these, {count} died.</source>
        <translation>其中 {count} 个异常终止。</translation>
    </message>
    <message>
        <source>{name} stopped answering</source>
        <translation>{name} 不再响应</translation>
    </message>
    <message>
        <source>Show steps</source>
        <translation>查看步骤</translation>
    </message>
    <message>
        <source>No answer since {time}. A restart brings it back; check its power and heat first.</source>
        <translation>自 {time} 起无响应。重启电脑可恢复；请先检查其供电和温度。</translation>
    </message>
    <message>
        <source>No answer since {time}; {run} ran on it. A restart brings it back; check power and heat.</source>
        <translation>自 {time} 起无响应，{run} 曾在其上运行。重启电脑可恢复；请检查供电和温度。</translation>
    </message>
    <message>
        <source>No answer since {time}; {count} runs were on it. A restart brings it back; check power and heat.</source>
        <translation>自 {time} 起无响应，其上曾有 {count} 个运行。重启电脑可恢复；请检查供电和温度。</translation>
    </message>
    <message>
        <source>Apply cap</source>
        <translation>应用上限</translation>
    </message>
    <message>
        <source>So does another run.</source>
        <translation>另有 1 个运行也是如此。</translation>
    </message>
    <message>
        <source>So do {count} other runs.</source>
        <translation>另有 {count} 个运行也是如此。</translation>
    </message>
    <message>
        <source>{name} has finished</source>
        <translation>{name} 已完成</translation>
    </message>
    <message>
        <source>{name} ran out of memory</source>
        <translation>{name} 耗尽内存</translation>
    </message>
    <message>
        <source>{name} has died</source>
        <translation>{name} 异常终止</translation>
    </message>
    <message>
        <source>{name} has ended</source>
        <translation>{name} 已结束</translation>
    </message>
    <message>
        <source>It ran for {time}, without an error.</source>
        <translation>运行了 {time}，没有出错。</translation>
    </message>
    <message>
        <source>The kernel killed it after {time}.</source>
        <translation>运行 {time} 后被内核终止。</translation>
    </message>
    <message>
        <source>It ran for {time}; the kernel does not tell how it ended.</source>
        <translation>运行了 {time}；内核未告知其结束方式。</translation>
    </message>
    <message>
        <source>{signal} ended it after {time}.</source>
        <translation>运行 {time} 后被 {signal} 终止。</translation>
    </message>
    <message>
        <source>It ended after {time} with exit status {status}.</source>
        <translation>运行 {time} 后结束，退出状态为 {status}。</translation>
    </message>
    <message>
        <source>That was at {time}.</source>
        <translation>结束于 {time}。</translation>
    </message>
    <message>
        <source>Last verdict: {verdict}.</source>
        <translation>最后的判断：{verdict}。</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>信号 {number}</translation>
    </message>
    <message>
        <source>Snooze</source>
        <translation>稍后提醒</translation>
    </message>
    <message>
        <source>Open traintray for advice.</source>
        <translation>打开 traintray 查看建议。</translation>
    </message>
    <message>
        <source>Show comparison</source>
        <translation>查看对比</translation>
    </message>
    <message>
        <source>Undo change</source>
        <translation>撤销更改</translation>
    </message>
    <message>
        <source>Undo cap</source>
        <translation>撤销上限</translation>
    </message>
    <message>
        <source>The change helped</source>
        <translation>更改有效</translation>
    </message>
    <message>
        <source>The cap helped</source>
        <translation>上限有效</translation>
    </message>
    <message>
        <source>The change made it slower</source>
        <translation>更改后变慢</translation>
    </message>
    <message>
        <source>The cap made it slower</source>
        <translation>设上限后变慢</translation>
    </message>
    <message>
        <source>Measured on {name}.</source>
        <translation>在 {name} 上测得。</translation>
    </message>
    <message>
        <source>{name}: {figure} went from {before} to {after}.</source>
        <translation>{name}：{figure}从 {before} 变为 {after}。</translation>
    </message>
    <message>
        <source>GPU busy time</source>
        <translation>GPU 利用率</translation>
    </message>
    <message>
        <source>speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>{number}&#xa0;{unit}/s</source>
        <translation>{number}&#xa0;{unit}/秒</translation>
    </message>
</context>
<context>
    <name>Number</name>
    <message>
        <source>{number}&#xa0;{unit}/min</source>
        <translation>{number}&#xa0;{unit}/分钟</translation>
    </message>
    <message>
        <source>{number}&#xa0;points</source>
        <translation>{number}&#xa0;个百分点</translation>
    </message>
    <message>
        <source>{number}&#xa0;point</source>
        <translation>{number}&#xa0;个百分点</translation>
    </message>
    <message>
        <source>{number}&#xa0;s</source>
        <translation>{number}&#xa0;秒</translation>
    </message>
    <message>
        <source>{big}&#xa0;d&#xa0;{small}&#xa0;h</source>
        <translation>{big}&#xa0;天&#xa0;{small}&#xa0;小时</translation>
    </message>
    <message>
        <source>{big}&#xa0;d</source>
        <translation>{big}&#xa0;天</translation>
    </message>
    <message>
        <source>{big}&#xa0;h&#xa0;{small}&#xa0;min</source>
        <translation>{big}&#xa0;小时&#xa0;{small}&#xa0;分</translation>
    </message>
    <message>
        <source>{big}&#xa0;h</source>
        <translation>{big}&#xa0;小时</translation>
    </message>
    <message>
        <source>{big}&#xa0;min&#xa0;{small}&#xa0;s</source>
        <translation>{big}&#xa0;分&#xa0;{small}&#xa0;秒</translation>
    </message>
    <message>
        <source>{big}&#xa0;min</source>
        <translation>{big}&#xa0;分钟</translation>
    </message>
</context>
<context>
    <name>NumberSources</name>
    <message>
        <source>Where these numbers come from</source>
        <translation>这些数字从哪里来</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>It ended by itself, without an error.</source>
        <translation>它自行结束，没有出错。</translation>
    </message>
    <message>
        <source>It ended with exit status 1, which Python gives for an exception.</source>
        <translation>它以退出状态 1 结束，Python 遇到异常时就是这个状态。</translation>
    </message>
    <message>
        <source>It ended with an exit status that stands for an error.</source>
        <translation>它以表示出错的退出状态结束。</translation>
    </message>
    <message>
        <source>A worker died, and then the run ended with an error.</source>
        <translation>有 worker 意外退出，随后训练任务出错结束。</translation>
    </message>
    <message>
        <source>A signal ended one of its ranks, and then the launcher gave up.</source>
        <translation>它的一个 rank 被信号终止，随后启动器放弃了运行。</translation>
    </message>
    <message>
        <source>The kernel killed it for want of memory.</source>
        <translation>内存不足，内核终止了它。</translation>
    </message>
    <message>
        <source>The kernel killed one of its processes for want of memory, and then the run ended with an error.</source>
        <translation>内存不足，内核终止了它的一个进程，随后训练任务出错结束。</translation>
    </message>
    <message>
        <source>It was killed (SIGKILL); the kernel counted no kill for want of memory.</source>
        <translation>它被强行终止（SIGKILL）；内核没有记录因内存不足而终止进程。</translation>
    </message>
    <message>
        <source>It was interrupted, as Ctrl+C does (SIGINT).</source>
        <translation>它被中断，如同按下 Ctrl+C（SIGINT）。</translation>
    </message>
    <message>
        <source>It was told to end (SIGTERM).</source>
        <translation>它被要求结束（SIGTERM）。</translation>
    </message>
    <message>
        <source>Its terminal was closed (SIGHUP).</source>
        <translation>它的终端被关闭（SIGHUP）。</translation>
    </message>
    <message>
        <source>It crashed.</source>
        <translation>它崩溃了。</translation>
    </message>
    <message>
        <source>A signal ended it.</source>
        <translation>它被信号终止。</translation>
    </message>
    <message>
        <source>The kernel did not tell its exit status. Linux tells that of other programs from 6.15 on.</source>
        <translation>内核没有给出它的退出状态。Linux 从 6.15 起才会给出其他程序的退出状态。</translation>
    </message>
    <message>
        <source>It ended while traintray was not running.</source>
        <translation>它在 traintray 未运行时结束。</translation>
    </message>
    <message>
        <source>The computer was started anew since.</source>
        <translation>此后计算机重新启动过。</translation>
    </message>
    <message>
        <source>It turned out to be part of another run.</source>
        <translation>它其实是另一个训练任务的一部分。</translation>
    </message>
</context>
<context>
    <name>Overview</name>
    <message>
        <source>Reading the history, since {time}.</source>
        <translation>正在读取历史记录，始于 {time}。</translation>
    </message>
    <message>
        <source>Nothing matches the filter.</source>
        <translation>没有符合筛选条件的内容。</translation>
    </message>
    <message>
        <source>No episode in these days: whatever trained, trained without trouble.</source>
        <translation>这些天没有异常时段：所有训练都没有遇到问题。</translation>
    </message>
    <message>
        <source>Nothing to look back on yet. Each training run, and each episode in which something held it up, is listed here from the first one on.</source>
        <translation>还没有可回顾的内容。从第一次训练起，每次训练以及拖慢训练的每个异常时段都会列在这里。</translation>
    </message>
    <message>
        <source>A recording is not remembered, so there is nothing to look back on. Its graphs are on the page Live, what was told is on the page Advice.</source>
        <translation>录制内容不会被记住，因此没有可回顾的记录。图表在“实时”页，当时的提示在“建议”页。</translation>
    </message>
</context>
<context>
    <name>PairGraph</name>
    <message>
        <source>{name}: two windows, before and after the change</source>
        <translation>{name}：修改前后两段时间</translation>
    </message>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
</context>
<context>
    <name>PickProcess</name>
    <message>
        <source>Programs that use the CPU</source>
        <translation>占用 CPU 的程序</translation>
    </message>
    <message>
        <source>PID of the process</source>
        <translation>进程的 PID</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Watch as a run</source>
        <translation>作为训练监视</translation>
    </message>
    <message>
        <source>There is no process with the PID {pid}.</source>
        <translation>没有 PID 为 {pid} 的进程。</translation>
    </message>
    <message>
        <source>{name} · PID {pid} · {cores} CPUs busy</source>
        <translation>{name} · PID {pid} · 占用 {cores} 个 CPU</translation>
    </message>
    <message>
        <source>Pick a process</source>
        <translation>选择进程</translation>
    </message>
    <message>
        <source>It is watched as a training run until it ends, with all that it starts. The process itself is not touched.</source>
        <translation>它及其启动的所有进程将作为训练被监视，直到结束。进程本身不受影响。</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
</context>
<context>
    <name>Planner</name>
    <message>
        <source>No published recipe keeps the accuracy of ResNet-50 at a batch of {batch}: 81,920 was the largest. Expect a loss, and measure it.</source>
        <translation>还没有公开的方法能让 ResNet-50 在批大小 {batch} 时保持精度，已知最大的是 81,920。精度多半会下降，请实际测量。</translation>
    </message>
    <message>
        <source>At a batch of {batch} plain SGD loses accuracy: it took a rate per layer (LARS), warm-up, label smoothing and tuned batch-norm statistics to get there.</source>
        <translation>批大小到 {batch} 时，普通 SGD 会损失精度：前人靠逐层学习率（LARS）、预热、标签平滑和调整过的批归一化统计量才做到。</translation>
    </message>
    <message>
        <source>At a batch of {batch} the linear rule alone no longer holds: use a rate per layer (LARS, LAMB) together with warm-up.</source>
        <translation>批大小到 {batch} 时，仅用线性规则已经不够：请配合预热使用逐层学习率（LARS、LAMB）。</translation>
    </message>
    <message>
        <source>{times} times fewer updates at a higher rate: check validation accuracy early, for example at a tenth of the epochs.</source>
        <translation>更新次数减少到 1/{times}，学习率更高：请尽早查看验证精度，例如在训练到十分之一轮数时。</translation>
    </message>
    <message>
        <source>The warm-up takes {warmup} of {updates} updates. Shorten it or train longer.</source>
        <translation>{updates} 次更新中有 {warmup} 次用于预热。请缩短预热或延长训练。</translation>
    </message>
    <message>
        <source>The batch does not divide by {gpus} GPUs. {low} and {high} do.</source>
        <translation>这个批大小不能被 {gpus} 块 GPU 整除，{low} 和 {high} 可以。</translation>
    </message>
    <message>
        <source>{each} samples on a GPU are few: it is hardly filled, and batch-norm statistics get noisy. Use fewer GPUs or synchronised batch norm.</source>
        <translation>每块 GPU 只有 {each} 个样本：算力用不满，批归一化统计量也不稳定。请减少 GPU，或使用同步批归一化。</translation>
    </message>
    <message>
        <source>The link cannot carry it: the gradients need {share} times as long as the step. Send half precision, accumulate gradients, or use a faster link.</source>
        <translation>链路带宽不够：传梯度的时间是一步的 {share} 倍。请用半精度传输、累积梯度，或换更快的链路。</translation>
    </message>
    <message>
        <source>The gradients keep the link busy for {percent} of the step. Overlap them with the backward pass (DDP does), and group small ones into buckets.</source>
        <translation>一步中有 {percent} 的时间链路在传梯度。请让传输与反向计算重叠（DDP 会这样做），并把小梯度合并成桶。</translation>
    </message>
    <message>
        <source>{name} must be a number above 0, not {value}.</source>
        <translation>{name} 必须是大于 0 的数，不能是 {value}。</translation>
    </message>
    <message>
        <source>The scaling efficiency is a share from 0 to 1 (85 % is 0.85), not {value}.</source>
        <translation>扩展效率是 0 到 1 之间的比例（85 % 即 0.85），不能是 {value}。</translation>
    </message>
    <message>
        <source>A batch of {batch} leaves some of {gpus} GPUs without a sample. Give a larger batch or fewer GPUs.</source>
        <translation>批大小 {batch} 分到 {gpus} 块 GPU，有的 GPU 一个样本也没有。请增大批大小或减少 GPU。</translation>
    </message>
</context>
<context>
    <name>Popover</name>
    <message>
        <source>1 core</source>
        <translation>1 核心</translation>
    </message>
    <message>
        <source>{count} cores</source>
        <translation>{count} 核心</translation>
    </message>
    <message>
        <source>load {load}</source>
        <translation>负载 {load}</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU {number}</source>
        <translation>GPU {number}</translation>
    </message>
    <message>
        <source>{count} GPUs</source>
        <translation>{count} 个 GPU</translation>
    </message>
    <message>
        <source>asleep</source>
        <translation>休眠中</translation>
    </message>
    <message>
        <source>not answering</source>
        <translation>没有响应</translation>
    </message>
    <message>
        <source>Busy: mean of the last 10&#xa0;s</source>
        <translation>使用率：最近 10&#xa0;秒的平均值</translation>
    </message>
    <message>
        <source>shared with the CPU</source>
        <translation>与 CPU 共用</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>交换空间</translation>
    </message>
    <message>
        <source>last {value}</source>
        <translation>上次 {value}</translation>
    </message>
    <message>
        <source>of {size}</source>
        <translation>共 {size}</translation>
    </message>
    <message>
        <source>No readings arrive</source>
        <translation>收不到读数</translation>
    </message>
    <message>
        <source>The last sample is {time} old. Sampling may be blocked by a driver; training is not affected.</source>
        <translation>最近一次采样在 {time}前。采样可能被驱动卡住；训练不受影响。</translation>
    </message>
    <message>
        <source>Watching</source>
        <translation>监测中</translation>
    </message>
    <message>
        <source>Cannot tell</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>为什么？</translation>
    </message>
    <message>
        <source>Why? Show the advice</source>
        <translation>为什么？查看建议</translation>
    </message>
    <message>
        <source>Open scale-out planner</source>
        <translation>打开扩展规划器</translation>
    </message>
    <message>
        <source>Show in Runs</source>
        <translation>在“训练任务”中查看</translation>
    </message>
    <message>
        <source>Copy worker settings</source>
        <translation>复制 worker 设置</translation>
    </message>
    <message>
        <source>Copy device check</source>
        <translation>复制设备检查命令</translation>
    </message>
    <message>
        <source>Show usual causes</source>
        <translation>查看常见原因</translation>
    </message>
    <message>
        <source>Show cooling checks</source>
        <translation>查看散热检查</translation>
    </message>
    <message>
        <source>Show advice</source>
        <translation>查看建议</translation>
    </message>
    <message>
        <source>{run} still runs as it was started. Restart it when it suits you: the file counts for the next start.</source>
        <translation>{run} 仍按启动时的方式运行。请在方便时重新启动：该文件在下次启动时生效。</translation>
    </message>
    <message>
        <source>Written, ready for the next start</source>
        <translation>已写入，下次启动时生效</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Undo …</source>
        <translation>撤销…</translation>
    </message>
    <message>
        <source>Undo the last change of the env file</source>
        <translation>撤销对 env 文件的上次改动</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>No samples, no tips. Training is not affected.</source>
        <translation>不采样，也不提示；训练不受影响。</translation>
    </message>
    <message>
        <source>Resume now</source>
        <translation>立即恢复</translation>
    </message>
    <message>
        <source>Until tomorrow</source>
        <translation>暂停到明天</translation>
    </message>
    <message>
        <source>Pause until tomorrow</source>
        <translation>暂停到明天</translation>
    </message>
    <message>
        <source>Paused until {time}</source>
        <translation>暂停至 {time}</translation>
    </message>
    <message>
        <source>Paused until tomorrow, {time}</source>
        <translation>暂停至明天 {time}</translation>
    </message>
    <message>
        <source>The first samples are on their way.</source>
        <translation>正在等待首批采样。</translation>
    </message>
    <message>
        <source>The CPU cannot be read: {reason}.</source>
        <translation>无法读取 CPU：{reason}。</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>Watching for training</source>
        <translation>等待训练任务</translation>
    </message>
    <message>
        <source>No training seen yet. Start one as usual: traintray notices Python processes that use PyTorch, TensorFlow or JAX.</source>
        <translation>还没有发现训练任务。照常启动即可：traintray 会自动识别使用 PyTorch、TensorFlow 或 JAX 的 Python 进程。</translation>
    </message>
    <message>
        <source>Pick a process …</source>
        <translation>选择进程…</translation>
    </message>
    <message>
        <source>How it works</source>
        <translation>工作方式</translation>
    </message>
    <message>
        <source>Cannot tell yet</source>
        <translation>暂时无法判断</translation>
    </message>
    <message>
        <source>{run} started {time} ago. A verdict needs a little more time.</source>
        <translation>{run} 已启动 {time}，还需要一点时间才能判断。</translation>
    </message>
    <message>
        <source>{run} is only partly readable</source>
        <translation>{run} 只能读到一部分</translation>
    </message>
    <message>
        <source>Fine as it is</source>
        <translation>这样就好</translation>
    </message>
    <message>
        <source>Fine as it is: do not ask again about this run</source>
        <translation>这样就好：不再就这次运行询问</translation>
    </message>
    <message>
        <source>Not measured: {what}. The other figures are watched as usual.</source>
        <translation>没有测到：{what}。其他指标照常监测。</translation>
    </message>
    <message>
        <source>{run} is watched in part</source>
        <translation>正在观测 {run} 的可读部分</translation>
    </message>
    <message>
        <source>Show what is missing</source>
        <translation>查看缺少什么</translation>
    </message>
    <message>
        <source>The GPU is busy {gpu} of the time and the CPU keeps up at {cpu}. Nothing to change.</source>
        <translation>GPU 有 {gpu} 的时间在工作，CPU 占用 {cpu}，跟得上。无需调整。</translation>
    </message>
    <message>
        <source>The CPU is busy {cpu} of the time. Nothing to change.</source>
        <translation>CPU 占用 {cpu}。无需调整。</translation>
    </message>
    <message>
        <source>Training runs well</source>
        <translation>训练运行良好</translation>
    </message>
    <message>
        <source>The driver lists it, but gets no answer: what ran on it cannot go on. A restart brings the card back; check its power cables and its heat first.</source>
        <translation>驱动仍列出它，但得不到应答：在它上面运行的程序无法继续。重启电脑可以恢复；请先检查供电线和散热。</translation>
    </message>
    <message>
        <source>{gpu} stopped answering</source>
        <translation>{gpu} 停止应答</translation>
    </message>
    <message>
        <source>Show steps</source>
        <translation>查看步骤</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>CPU and memory are watched as usual. If it stays so, save your work and restart; sudo dmesg tells what the driver ran into.</source>
        <translation>CPU 和内存照常监测。如果一直这样，请保存工作后重启电脑；sudo dmesg 会说明驱动遇到了什么。</translation>
    </message>
    <message>
        <source>The GPU driver does not answer</source>
        <translation>GPU 驱动没有应答</translation>
    </message>
    <message>
        <source>CPU and memory are watched as usual.</source>
        <translation>CPU 和内存照常监测。</translation>
    </message>
    <message>
        <source>An NVIDIA card is present, but the driver’s monitoring library (NVML) was not found: the Live page says what to install.</source>
        <translation>有 NVIDIA 显卡，但没有找到驱动的监测库（NVML），“实时”页说明要装什么。</translation>
    </message>
    <message>
        <source>An NVIDIA card is present, but {detail}.</source>
        <translation>有 NVIDIA 显卡，但无法读取：{detail}。</translation>
    </message>
    <message>
        <source>No GPU readings</source>
        <translation>没有 GPU 读数</translation>
    </message>
    <message>
        <source>Show the fix</source>
        <translation>查看解决办法</translation>
    </message>
    <message>
        <source>No GPU here</source>
        <translation>这里没有 GPU</translation>
    </message>
    <message>
        <source>No GPU here: do not miss it any more</source>
        <translation>这里没有 GPU：不再提示缺少 GPU</translation>
    </message>
    <message>
        <source>A recording knows only what it recorded.</source>
        <translation>录制文件中只有录制到的内容。</translation>
    </message>
    <message>
        <source>Since {time}: the first round looks at every process and each GPU.</source>
        <translation>自 {time} 起：首轮采样要查看每个进程和每个 GPU。</translation>
    </message>
    <message>
        <source>Waiting for the first sample</source>
        <translation>正在等待首次采样</translation>
    </message>
</context>
<context>
    <name>PopoverFoot</name>
    <message>
        <source>Open traintray</source>
        <translation>打开 traintray</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>Resume sampling</source>
        <translation>恢复采样</translation>
    </message>
    <message>
        <source>Pause sampling</source>
        <translation>暂停采样</translation>
    </message>
</context>
<context>
    <name>PreviewFace</name>
    <message>
        <source>Copy as export</source>
        <translation>复制为 export</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Write file</source>
        <translation>写入文件</translation>
    </message>
    <message>
        <source>Who will read it</source>
        <translation>由谁读取</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>接下来</translation>
    </message>
</context>
<context>
    <name>Progress</name>
    <message>
        <source>What it writes has not been looked at for long enough.</source>
        <translation>对它所写内容的观察时间还不够长。</translation>
    </message>
    <message>
        <source>It writes no log that tells its steps. Started by traintray run, its progress bar would.</source>
        <translation>它没有写出能说明步数的日志。若用 traintray run 启动，进度条就能说明。</translation>
    </message>
    <message>
        <source>The files it writes may not be looked at by this user.</source>
        <translation>当前用户无权查看它写入的文件。</translation>
    </message>
    <message>
        <source>It writes {file}, but no step has been seen in it.</source>
        <translation>它在写 {file}，但其中尚未出现步数。</translation>
    </message>
</context>
<context>
    <name>ProgressBar</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
</context>
<context>
    <name>ProgressWords</name>
    <message>
        <source>{time} left</source>
        <translation>剩余 {time}</translation>
    </message>
    <message>
        <source>{time} per epoch</source>
        <translation>每轮 {time}</translation>
    </message>
    <message>
        <source>{time} per step</source>
        <translation>每步 {time}</translation>
    </message>
    <message>
        <source>{time} per {unit}</source>
        <translation>每 {unit} {time}</translation>
    </message>
    <message>
        <source>{number} epochs/s</source>
        <translation>{number} 轮/秒</translation>
    </message>
    <message>
        <source>{number} steps/s</source>
        <translation>{number} 步/秒</translation>
    </message>
    <message>
        <source>{number} {unit}/s</source>
        <translation>{number} {unit}/秒</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>第 {step} 步</translation>
    </message>
    <message>
        <source>step {step} of {total}</source>
        <translation>第 {step} 步，共 {total} 步</translation>
    </message>
    <message>
        <source>epoch {number}</source>
        <translation>第 {number} 轮</translation>
    </message>
    <message>
        <source>from its terminal</source>
        <translation>来自其终端</translation>
    </message>
    <message>
        <source>from {file}</source>
        <translation>来自 {file}</translation>
    </message>
</context>
<context>
    <name>Proof</name>
    <message>
        <source>It makes {after} {unit} a second instead of {before}: {ratio} times as many. By the spread within both runs it is between {low} and {high} times.</source>
        <translation>每秒完成 {after} {unit}，之前为 {before}：是之前的 {ratio} 倍。按两次任务内部的波动，在 {low} 到 {high} 倍之间。</translation>
    </message>
    <message>
        <source>It makes only {after} {unit} a second instead of {before}: {ratio} times as many. By the spread within both runs it is between {low} and {high} times.</source>
        <translation>每秒只完成 {after} {unit}，之前为 {before}：是之前的 {ratio} 倍。按两次任务内部的波动，在 {low} 到 {high} 倍之间。</translation>
    </message>
    <message>
        <source>It makes {after} {unit} a second, and {before} before: {ratio} times as many. By the spread within both runs it is between {low} and {high} times, and less than a tenth more or less may be chance.</source>
        <translation>每秒完成 {after} {unit}，之前为 {before}：是之前的 {ratio} 倍。按两次任务内部的波动，在 {low} 到 {high} 倍之间；上下相差不到一成可能只是偶然。</translation>
    </message>
    <message>
        <source>The GPU was busy for {after} of the time instead of {before}. This stands in for the speed, which the run writes nowhere.</source>
        <translation>GPU 忙碌时间占 {after}，之前为 {before}。任务没有记录速度，这里以此代替。</translation>
    </message>
    <message>
        <source>The GPU was busy for only {after} of the time instead of {before}. This stands in for the speed, which the run writes nowhere.</source>
        <translation>GPU 忙碌时间只占 {after}，之前为 {before}。任务没有记录速度，这里以此代替。</translation>
    </message>
    <message>
        <source>The GPU was busy for {after} of the time, and for {before} before. This stands in for the speed, which the run writes nowhere.</source>
        <translation>GPU 忙碌时间占 {after}，之前为 {before}。任务没有记录速度，这里以此代替。</translation>
    </message>
    <message>
        <source>The run writes nowhere how many steps it has done, so nobody can tell whether it is faster: how busy the CPUs are is no speed. Started by traintray run, its progress bar would tell.</source>
        <translation>任务没有在任何地方记录已完成的步数，因此无法判断它是否更快：CPU 的忙碌程度不是速度。用 traintray run 启动时，可以从进度条得知。</translation>
    </message>
    <message>
        <source>The two runs tell their steps in different ways ({before} and {after}), so their speeds cannot be compared.</source>
        <translation>两次任务记录步数的方式不同（{before} 和 {after}），速度无法比较。</translation>
    </message>
    <message>
        <source>The speed wanders so slowly within the runs that their first minutes do not tell how they would go on.</source>
        <translation>任务速度变化得太缓慢，开头几分钟不足以说明之后的情况。</translation>
    </message>
    <message>
        <source>The two runs have only {length} in common after their warm-up, in which {before} and {after} measurements were taken; {needed} are needed.</source>
        <translation>除去预热，两次任务只有 {length} 可以比较，其间分别取得 {before} 次和 {after} 次测量；一共需要 {needed} 次。</translation>
    </message>
    <message>
        <source>The run before was watched by a version that kept no figures for this.</source>
        <translation>观测前一次任务的版本没有保存比较所需的数据。</translation>
    </message>
    <message>
        <source>Its arguments are not those of the run before: {after} instead of {before}.</source>
        <translation>参数与前一次任务不同：现在是 {after}，之前是 {before}。</translation>
    </message>
    <message>
        <source>It may use {after} CPUs, the run before {before} (quota or affinity).</source>
        <translation>它可以使用 {after} 个 CPU，前一次任务为 {before} 个（配额或亲和性）。</translation>
    </message>
    <message>
        <source>It trains with {after} processes, the run before with {before}.</source>
        <translation>它用 {after} 个进程训练，前一次任务用 {before} 个。</translation>
    </message>
    <message>
        <source>The script was edited between the two runs.</source>
        <translation>两次任务之间脚本被修改过。</translation>
    </message>
    <message>
        <source>Another variable differs as well: {name} was {before} and is {after}.</source>
        <translation>还有一个变量不同：{name} 之前是 {before}，现在是 {after}。</translation>
    </message>
    <message>
        <source>{after} training runs shared the CPUs while it was measured, and {before} in the run before.</source>
        <translation>测量期间有 {after} 个训练任务共用 CPU，前一次任务时为 {before} 个。</translation>
    </message>
    <message>
        <source>Other programs took {after} of its CPUs, and {before} in the run before: that alone may have made the difference, or have hidden one.</source>
        <translation>其他程序占用了它的 CPU 的 {after}，前一次任务时为 {before}：仅此一项就可能造成差别，也可能掩盖差别。</translation>
    </message>
    <message>
        <source>The machine itself computed {ratio} times as fast while it was measured (heat, power, or other work of the host of a virtual machine): that alone may have made the difference, or have hidden one.</source>
        <translation>测量期间机器本身的计算速度是之前的 {ratio} 倍（温度、功耗，或虚拟机宿主的其他任务）：仅此一项就可能造成差别，也可能掩盖差别。</translation>
    </message>
    <message>
        <source>The machine itself needed {ratio} times as long for the same work while it was measured (heat, power, or other work of the host of a virtual machine): that alone may have made the difference, or have hidden one.</source>
        <translation>测量期间机器本身做同样的计算用时是之前的 {ratio} 倍（温度、功耗，或虚拟机宿主的其他任务）：仅此一项就可能造成差别，也可能掩盖差别。</translation>
    </message>
    <message>
        <source>Heat or power held the GPU back for {after} of the time, and for {before} in the run before.</source>
        <translation>GPU 有 {after} 的时间因温度或功耗被限速，前一次任务时为 {before}。</translation>
    </message>
    <message>
        <source>The run before had the same value already: {name}={value}.</source>
        <translation>前一次任务已经有相同的值：{name}={value}。</translation>
    </message>
    <message>
        <source>It did not take effect: {name} is still set to {value} in the new run.</source>
        <translation>没有生效：新任务中 {name} 仍然是 {value}。</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>Whether it took effect cannot be told: the environment of the run may not be read.</source>
        <translation>无法判断是否生效：不能读取任务的环境变量。</translation>
    </message>
    <message>
        <source>It did not take effect: the new run was started with {name}={value}, before the change or without the file.</source>
        <translation>没有生效：新任务启动时 {name}={value}，是在修改之前启动的，或没有读取该文件。</translation>
    </message>
    <message>
        <source>It did not take effect: the new run was started without {name}, before the change or without the file.</source>
        <translation>没有生效：新任务启动时没有 {name}，是在修改之前启动的，或没有读取该文件。</translation>
    </message>
    <message>
        <source>It did not take effect: torchrun has set OMP_NUM_THREADS=1, as it does where nothing is set. Load the file before torchrun starts.</source>
        <translation>没有生效：torchrun 设置了 OMP_NUM_THREADS=1，没有设置任何值时它就会这样做。请在 torchrun 启动之前读取该文件。</translation>
    </message>
    <message>
        <source>It did not take effect: the new run has the value and still wants {demand} threads instead of {cap}. Line {line} of its script sets a number ({text}).</source>
        <translation>没有生效：新任务有这个值，但仍然需要 {demand} 个线程，而不是 {cap} 个。脚本第 {line} 行设置了线程数（{text}）。</translation>
    </message>
    <message>
        <source>It did not take effect: the new run has the value and still wants {demand} threads instead of {cap}. The threads {pool} are another library&apos;s pool.</source>
        <translation>没有生效：新任务有这个值，但仍然需要 {demand} 个线程，而不是 {cap} 个。线程 {pool} 属于另一个库的线程池。</translation>
    </message>
    <message>
        <source>It did not take effect: the new run has the value and still wants {demand} threads instead of {cap}: by a number in code, or by another library&apos;s pool.</source>
        <translation>没有生效：新任务有这个值，但仍然需要 {demand} 个线程，而不是 {cap} 个：可能由代码中设置的数量或另一个库的线程池造成。</translation>
    </message>
    <message>
        <source>It helped</source>
        <translation>有效</translation>
    </message>
    <message>
        <source>No clear change</source>
        <translation>没有明显变化</translation>
    </message>
    <message>
        <source>It got slower</source>
        <translation>变慢了</translation>
    </message>
    <message>
        <source>Not comparable</source>
        <translation>无法比较</translation>
    </message>
    <message>
        <source>Helped: {name} {before} → {after}.</source>
        <translation>有效：{name} {before} → {after}。</translation>
    </message>
    <message>
        <source>No clear change: {name} {before} → {after}.</source>
        <translation>没有明显变化：{name} {before} → {after}。</translation>
    </message>
    <message>
        <source>Slower: {name} {before} → {after}.</source>
        <translation>变慢：{name} {before} → {after}。</translation>
    </message>
    <message>
        <source>The two runs cannot be compared</source>
        <translation>这两次训练无法比较</translation>
    </message>
    <message>
        <source>{name} stayed about the same</source>
        <translation>{name} 基本不变</translation>
    </message>
    <message>
        <source>{name} rose from {before} to {after}</source>
        <translation>{name} 从 {before} 升到 {after}</translation>
    </message>
    <message>
        <source>{name} fell from {before} to {after}</source>
        <translation>{name} 从 {before} 降到 {after}</translation>
    </message>
    <message>
        <source>CPU time per step</source>
        <translation>每步的 CPU 时间</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>CPU pressure</source>
        <translation>CPU 压力</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>GPU 功率</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Threads capped at {value}</source>
        <translation>线程上限设为 {value}</translation>
    </message>
    <message>
        <source>{name} taken out</source>
        <translation>取消 {name}</translation>
    </message>
    <message>
        <source>Since this change the run goes faster: {change}.</source>
        <translation>这次修改之后训练更快：{change}。</translation>
    </message>
    <message>
        <source>This change has made no difference that can be told: {change}.</source>
        <translation>这次修改没有带来可分辨的差别：{change}。</translation>
    </message>
    <message>
        <source>Since this change the run goes slower: {change}. Undo is offered first.</source>
        <translation>这次修改之后训练更慢：{change}。首先可以撤销。</translation>
    </message>
    <message>
        <source>Whether this change helped cannot be told: {change}.</source>
        <translation>这次修改是否有效无法判断：{change}。</translation>
    </message>
    <message>
        <source>Changed as well, so it is the sum of all: {knobs}.</source>
        <translation>同时还改了别的，结果是总和：{knobs}。</translation>
    </message>
    <message>
        <source>How sure is this?</source>
        <translation>有多确定？</translation>
    </message>
    <message>
        <source>Check the steps or images per second that your script prints as well.</source>
        <translation>也请看看脚本自己打印的每秒步数或图片数。</translation>
    </message>
    <message>
        <source>Two thirds of the time it was within {before} of that before the change, and within {after} after it.</source>
        <translation>三分之二的时间里，它与该值相差：改动前不超过 {before}，改动后不超过 {after}。</translation>
    </message>
    <message>
        <source>The GPU is idle {share} of the time. The library says what feeds it faster.</source>
        <translation>GPU 有 {share} 的时间空闲。策略库里有让它更快得到数据的办法。</translation>
    </message>
    <message>
        <source>Warm-up of {run} until {since}, left out; then measured until {until}.</source>
        <translation>{run} 预热至 {since}，不计入；随后测量至 {until}。</translation>
    </message>
    <message>
        <source>Measuring {run} since {since}, until {until}.</source>
        <translation>自 {since} 起测量 {run}，至 {until} 为止。</translation>
    </message>
    <message>
        <source>Measuring {run} since {since}. The result is due, at the latest when the run ends.</source>
        <translation>自 {since} 起测量 {run}。结果即将得出，最迟在运行结束时。</translation>
    </message>
    <message>
        <source>Warm-up until {time}</source>
        <translation>预热至 {time}</translation>
    </message>
    <message>
        <source>The result is due.</source>
        <translation>结果即将得出。</translation>
    </message>
    <message>
        <source>Measuring until {time}</source>
        <translation>测量至 {time}</translation>
    </message>
</context>
<context>
    <name>ProofView</name>
    <message>
        <source>Back to the advice</source>
        <translation>回到建议</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Both windows</source>
        <translation>两段时间</translation>
    </message>
    <message>
        <source>Still to gain</source>
        <translation>还可提升</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>aligned {length} after training starts, same command</source>
        <translation>对齐到训练开始后 {length}，同一命令</translation>
    </message>
    <message>
        <source>measured {since} to {until}</source>
        <translation>测量于 {since} 至 {until}</translation>
    </message>
</context>
<context>
    <name>QuitQuestion</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Quit traintray?</source>
        <translation>退出 traintray？</translation>
    </message>
    <message>
        <source>Watching stops, and no tips come until it is started again. Closing the window instead leaves it in the tray.</source>
        <translation>退出后将停止监测，再次启动之前不会有新的建议。如果只关闭窗口，traintray 会留在托盘中继续监测。</translation>
    </message>
</context>
<context>
    <name>ReadMore</name>
    <message>
        <source>Read more: {title}</source>
        <translation>延伸阅读：{title}</translation>
    </message>
</context>
<context>
    <name>Replay</name>
    <message>
        <source>This is the recording {file} of {day}, now at {time} ({share}). Nothing here is measured now, and what is applied goes to a folder that is deleted at the end.</source>
        <translation>这是 {day} 的记录 {file}，现播放到 {time}（{share}）。这里没有任何数据是现在测得的；在此应用的更改只写入一个结束时会删除的文件夹。</translation>
    </message>
    <message>
        <source>The recording {file} of {day} is at its end.</source>
        <translation>{day} 的记录 {file} 已播放完毕。</translation>
    </message>
    <message>
        <source>The recording {file} of {day} is damaged: {why}.</source>
        <translation>{day} 的记录 {file} 已损坏：{why}。</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>This run is not remembered any more.</source>
        <translation>历史记录中已没有这次运行。</translation>
    </message>
</context>
<context>
    <name>ReportSaving</name>
    <message>
        <source>Save the report of {run}</source>
        <translation>保存 {run} 的报告</translation>
    </message>
    <message>
        <source>Web page (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
</context>
<context>
    <name>ResourcesBlock</name>
    <message>
        <source>last 5 min</source>
        <translation>最近 5 分钟</translation>
    </message>
    <message>
        <source>Logical CPUs</source>
        <translation>逻辑核心</translation>
    </message>
    <message>
        <source>no data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>{busy} of {count} busy</source>
        <translation>{count} 个中有 {busy} 个繁忙</translation>
    </message>
    <message>
        <source>{count} of {count} busy</source>
        <translation>{count} 个全部繁忙</translation>
    </message>
</context>
<context>
    <name>ResultOffer</name>
    <message>
        <source>Show the result</source>
        <translation>查看结果</translation>
    </message>
</context>
<context>
    <name>RoleBar</name>
    <message>
        <source>Threads ready to run: {roles}; usable: {usable}</source>
        <translation>就绪线程：{roles}；可用：{usable}</translation>
    </message>
</context>
<context>
    <name>RoleGraphs</name>
    <message>
        <source>CPU and memory by role</source>
        <translation>各角色的 CPU 与内存</translation>
    </message>
    <message>
        <source>CPU by role</source>
        <translation>各角色的 CPU</translation>
    </message>
    <message>
        <source>Memory by role, {unit}</source>
        <translation>各角色内存，{unit}</translation>
    </message>
    <message>
        <source>main {value}</source>
        <translation>主进程 {value}</translation>
    </message>
    <message>
        <source>workers {value}</source>
        <translation>worker {value}</translation>
    </message>
    <message>
        <source>other {value}</source>
        <translation>其他 {value}</translation>
    </message>
    <message>
        <source>Memory of the main process</source>
        <translation>主进程的内存</translation>
    </message>
    <message>
        <source>Memory of the workers</source>
        <translation>worker 的内存</translation>
    </message>
</context>
<context>
    <name>RoleTable</name>
    <message>
        <source>Roles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Cores used</source>
        <translation>已用核心</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Switches/s</source>
        <translation>切换/s</translation>
    </message>
    <message>
        <source>{unit}/min</source>
        <translation>{unit}/分钟</translation>
    </message>
</context>
<context>
    <name>RunButton</name>
    <message>
        <source>PID {pid}, ended</source>
        <translation>PID {pid}，已结束</translation>
    </message>
    <message>
        <source>PID {pid}</source>
        <translation>PID {pid}</translation>
    </message>
</context>
<context>
    <name>RunDetail</name>
    <message>
        <source>Show advice</source>
        <translation>查看建议</translation>
    </message>
    <message>
        <source>Show in Live</source>
        <translation>在实时页查看</translation>
    </message>
    <message>
        <source>Report …</source>
        <translation>报告…</translation>
    </message>
    <message>
        <source>Save a page about this run that opens in any browser</source>
        <translation>将这次运行的报告保存为网页，可用任何浏览器打开</translation>
    </message>
    <message>
        <source>Thread caps this run started with</source>
        <translation>启动时的线程上限</translation>
    </message>
</context>
<context>
    <name>RunRow</name>
    <message>
        <source>1 rank</source>
        <translation>1 个 rank</translation>
    </message>
    <message>
        <source>{count} ranks</source>
        <translation>{count} 个 rank</translation>
    </message>
    <message>
        <source>main</source>
        <translation>主进程</translation>
    </message>
    <message>
        <source>1 worker</source>
        <translation>1 个 worker</translation>
    </message>
    <message>
        <source>{count} workers</source>
        <translation>{count} 个 worker</translation>
    </message>
    <message>
        <source>PID {pid}</source>
        <translation>PID {pid}</translation>
    </message>
</context>
<context>
    <name>Runs</name>
    <message>
        <source>running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Out of memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Not judged</source>
        <translation>未判断</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>出错</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>被终止</translation>
    </message>
    <message>
        <source>all {count}</source>
        <translation>全部 {count} 个</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>launcher</source>
        <translation>启动器</translation>
    </message>
    <message>
        <source>rank {number}</source>
        <translation>rank {number}</translation>
    </message>
    <message>
        <source>main</source>
        <translation>主进程</translation>
    </message>
    <message>
        <source>worker {number}</source>
        <translation>worker {number}</translation>
    </message>
    <message>
        <source>{count} more workers</source>
        <translation>另有 {count} 个 worker</translation>
    </message>
    <message>
        <source>{count} workers</source>
        <translation>{count} 个 worker</translation>
    </message>
    <message>
        <source>{count} PIDs</source>
        <translation>{count} 个</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>CPU mean</source>
        <translation>CPU 均值</translation>
    </message>
    <message>
        <source>CPU busy</source>
        <translation>CPU 忙碌</translation>
    </message>
    <message>
        <source>Cores used</source>
        <translation>已用核心</translation>
    </message>
    <message>
        <source>Ready threads</source>
        <translation>就绪线程</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>切换</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>worker</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>{state} {duration}</source>
        <translation>{state} {duration}</translation>
    </message>
    <message>
        <source>Of a recording, only the runs that train at this moment are listed: it is not remembered.</source>
        <translation>回放录制时，只列出此刻正在训练的运行：录制内容不会被记住。</translation>
    </message>
    <message>
        <source>Reading the history, since {time}.</source>
        <translation>正在读取历史记录，始于 {time}。</translation>
    </message>
    <message>
        <source>No training run was seen yet.</source>
        <translation>尚未发现训练任务。</translation>
    </message>
    <message>
        <source>PID {pid}</source>
        <translation>PID {pid}</translation>
    </message>
    <message>
        <source>running {duration}</source>
        <translation>已运行 {duration}</translation>
    </message>
    <message>
        <source>failed after {duration}, exit status {status}</source>
        <translation>{duration}后出错，退出状态 {status}</translation>
    </message>
    <message>
        <source>killed after {duration}, {signal}</source>
        <translation>{duration}后被终止，{signal}</translation>
    </message>
    <message>
        <source>finished after {duration}</source>
        <translation>{duration}后完成</translation>
    </message>
    <message>
        <source>killed after {duration}, out of memory</source>
        <translation>{duration}后因内存不足被终止</translation>
    </message>
    <message>
        <source>ended after {duration}</source>
        <translation>{duration}后结束</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>信号 {number}</translation>
    </message>
    <message>
        <source>Workers that died: {count}.</source>
        <translation>意外退出的 worker：{count} 个。</translation>
    </message>
    <message>
        <source>its environment may not be read</source>
        <translation>无权读取其环境变量</translation>
    </message>
    <message>
        <source>{name} not set</source>
        <translation>{name} 未设置</translation>
    </message>
    <message>
        <source>Memory of the main process grows {growth}.</source>
        <translation>主进程的内存增长 {growth}。</translation>
    </message>
    <message>
        <source>Memory of the workers grows {growth}.</source>
        <translation>worker 的内存增长 {growth}。</translation>
    </message>
    <message>
        <source>At this rate it is full in {duration}.</source>
        <translation>照此速度，内存将在 {duration}后耗尽。</translation>
    </message>
    <message>
        <source>Workers pile up: {count} now, {added} more than at first; they rose {rises} times in 10 min.</source>
        <translation>worker 越积越多：现有 {count} 个，比起初多 {added} 个；10 分钟内增加了 {rises} 次。</translation>
    </message>
</context>
<context>
    <name>RunsBlock</name>
    <message>
        <source>Training</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>{count} more</source>
        <translation>另有 {count} 个</translation>
    </message>
    <message>
        <source>The pause leaves a gap in the graphs. The tray icon shows a slash until you resume.</source>
        <translation>暂停期间曲线会留空。恢复之前，托盘图标上有一道斜线。</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>pressure</source>
        <translation>压力</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Readable here: {names}</source>
        <translation>本机可读取：{names}</translation>
    </message>
</context>
<context>
    <name>RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Filter by name or verdict</source>
        <translation>按名称或诊断筛选</translation>
    </message>
    <message>
        <source>{count} running</source>
        <translation>{count} 个运行中</translation>
    </message>
    <message>
        <source>{count} in the last {days} days</source>
        <translation>最近 {days} 天 {count} 个</translation>
    </message>
    <message>
        <source>last {duration}</source>
        <translation>最近 {duration}</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>must be true or false</source>
        <translation>应为 true 或 false</translation>
    </message>
    <message>
        <source>must be one of {choices}</source>
        <translation>应为以下之一：{choices}</translation>
    </message>
    <message>
        <source>must be a number from {low} to {high}</source>
        <translation>应为 {low} 到 {high} 之间的数</translation>
    </message>
    <message>
        <source>must be a whole number from {low} to {high}</source>
        <translation>应为 {low} 到 {high} 之间的整数</translation>
    </message>
    <message>
        <source>“{name}” is {value}, but {complaint}; {default} is used instead.</source>
        <translation>“{name}”的值是 {value}，{complaint}；改用 {default}。</translation>
    </message>
    <message>
        <source>{path} {error}, so the defaults are used. Repair the file or delete it; it is moved aside, not overwritten, when settings are saved.</source>
        <translation>{path} {error}，因此使用默认值。请修复或删除这个文件；保存设置时会把它移到一旁，不会覆盖。</translation>
    </message>
    <message>
        <source>{path}: {problem}</source>
        <translation>{path}：{problem}</translation>
    </message>
    <message>
        <source>{path} {error}; it was kept as {aside}.</source>
        <translation>{path} {error}；原文件已保留为 {aside}。</translation>
    </message>
    <message>
        <source>cannot be read ({error})</source>
        <translation>无法读取（{error}）</translation>
    </message>
    <message>
        <source>is not valid JSON ({error})</source>
        <translation>不是有效的 JSON（{error}）</translation>
    </message>
    <message>
        <source>is not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>must be a time such as 07:30</source>
        <translation>应为时间，例如 07:30</translation>
    </message>
    <message>
        <source>must be a list of names such as [&quot;gpu_idle&quot;]</source>
        <translation>应为名称列表，例如 [&quot;gpu_idle&quot;]</translation>
    </message>
    <message>
        <source>must be a file of NAME=value lines, as .env</source>
        <translation>必须是 NAME=value 行的文件，例如 .env</translation>
    </message>
    <message>
        <source>must be the full path of a file, or empty</source>
        <translation>应为文件的完整路径，或留空</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Tray icon</source>
        <translation>托盘图标</translation>
    </message>
    <message>
        <source>monochrome suits GNOME panels</source>
        <translation>单色适合 GNOME 面板</translation>
    </message>
    <message>
        <source>Panel behind the tray icon</source>
        <translation>托盘图标所在的面板</translation>
    </message>
    <message>
        <source>where the desktop does not tell how dark it is</source>
        <translation>用于桌面不提供面板明暗的情况</translation>
    </message>
    <message>
        <source>Memory in</source>
        <translation>内存单位</translation>
    </message>
    <message>
        <source>binary: GiB of 1024³ bytes, decimal: GB of 1000³</source>
        <translation>二进制：GiB 为 1024³ 字节；十进制：GB 为 1000³ 字节</translation>
    </message>
    <message>
        <source>Closing the window keeps traintray in the tray</source>
        <translation>关闭窗口后 traintray 留在托盘中</translation>
    </message>
    <message>
        <source>Interval</source>
        <translation>间隔</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>This computer has a GPU to train on</source>
        <translation>这台计算机有可用于训练的 GPU</translation>
    </message>
    <message>
        <source>off: a card that cannot be read is not missed</source>
        <translation>关闭：显卡无法读取时不再提示</translation>
    </message>
    <message>
        <source>Slow down to 5 s on battery</source>
        <translation>使用电池时放慢到 5 秒</translation>
    </message>
    <message>
        <source>CPU counts as full at</source>
        <translation>CPU 视为占满的界限</translation>
    </message>
    <message>
        <source>mean over the CPUs that the run may use</source>
        <translation>训练可用 CPU 的平均值</translation>
    </message>
    <message>
        <source>… for at least</source>
        <translation>……至少持续</translation>
    </message>
    <message>
        <source>any condition; shorter peaks are normal</source>
        <translation>适用于所有状况；更短的峰值属正常</translation>
    </message>
    <message>
        <source>GPU counts as waiting below</source>
        <translation>GPU 视为等待的界限（低于）</translation>
    </message>
    <message>
        <source>busy time; the same for a process that feeds no GPU</source>
        <translation>忙碌时间；不使用 GPU 的进程同样适用</translation>
    </message>
    <message>
        <source>Ready threads per CPU from</source>
        <translation>每个 CPU 的就绪线程数（达到）</translation>
    </message>
    <message>
        <source>threads that run or wait for a CPU</source>
        <translation>正在运行或等待 CPU 的线程</translation>
    </message>
    <message>
        <source>Other programs count from</source>
        <translation>其他程序计入的界限</translation>
    </message>
    <message>
        <source>of the CPUs that the run may use</source>
        <translation>占训练可用 CPU 的比例</translation>
    </message>
    <message>
        <source>Memory growth counts when full within</source>
        <translation>内存增长计入的界限：多久内占满</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>at the pace of the last minutes</source>
        <translation>按最近几分钟的速度</translation>
    </message>
    <message>
        <source>Swapping counts from</source>
        <translation>换页计入的界限</translation>
    </message>
    <message>
        <source>pages that move to and from swap</source>
        <translation>进出交换空间的页面</translation>
    </message>
    <message>
        <source>Show a tip when training needs attention</source>
        <translation>训练需要注意时显示提示</translation>
    </message>
    <message>
        <source>at most one per diagnosis and run</source>
        <translation>每个诊断和训练至多一条</translation>
    </message>
    <message>
        <source>Tell me when a knob helped</source>
        <translation>调节项有效时通知我</translation>
    </message>
    <message>
        <source>Tell me when a run has finished</source>
        <translation>训练完成时通知我</translation>
    </message>
    <message>
        <source>Tell me when a run died</source>
        <translation>训练异常终止时通知我</translation>
    </message>
    <message>
        <source>Never notify of</source>
        <translation>从不通知</translation>
    </message>
    <message>
        <source>Quiet hours</source>
        <translation>安静时段</translation>
    </message>
    <message>
        <source>critical tips still come through</source>
        <translation>严重提示仍会显示</translation>
    </message>
    <message>
        <source>Quiet from</source>
        <translation>安静时段开始</translation>
    </message>
    <message>
        <source>Quiet until</source>
        <translation>安静时段结束</translation>
    </message>
    <message>
        <source>Tips, at most</source>
        <translation>提示数量上限</translation>
    </message>
    <message>
        <source>a day</source>
        <translation>条/天</translation>
    </message>
    <message>
        <source>critical ones are not counted</source>
        <translation>严重提示不计入</translation>
    </message>
    <message>
        <source>Snooze a tip for</source>
        <translation>提示暂停时长</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source>Keep history for</source>
        <translation>历史保留时间</translation>
    </message>
    <message>
        <source>days</source>
        <translation>天</translation>
    </message>
    <message>
        <source>Keep history below</source>
        <translation>历史大小上限</translation>
    </message>
    <message>
        <source>MB of 1000² bytes, as disks are counted</source>
        <translation>MB 按 1000² 字节计，与磁盘标注一致</translation>
    </message>
    <message>
        <source>File with the variables of the next run</source>
        <translation>保存下次训练变量的文件</translation>
    </message>
    <message>
        <source>must be on or off</source>
        <translation>应为 on 或 off</translation>
    </message>
    <message>
        <source>The settings cannot be written to {path}: {error}.</source>
        <translation>无法将设置写入 {path}：{error}。</translation>
    </message>
    <message>
        <source>Env file</source>
        <translation>env 文件</translation>
    </message>
    <message>
        <source>empty for the usual place</source>
        <translation>留空则使用默认位置</translation>
    </message>
    <message>
        <source>Choose file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>{path} cannot be used: {error}.</source>
        <translation>无法使用 {path}：{error}。</translation>
    </message>
    <message>
        <source>{old} stays as it is.</source>
        <translation>{old} 保持不变。</translation>
    </message>
    <message>
        <source>{old} stays as it is; its lines are in the new file too.</source>
        <translation>{old} 保持不变；其内容也已写入新文件。</translation>
    </message>
    <message>
        <source>{kept} It is still loaded by {files}: put {new} there.</source>
        <translation>{kept}它仍由 {files} 加载：请在那里改为 {new}。</translation>
    </message>
    <message>
        <source>Measurements stay on this computer. traintray opens no network connection.</source>
        <translation>测量数据只留在本机。traintray 不建立任何网络连接。</translation>
    </message>
    <message>
        <source>traintray itself: {memory}</source>
        <translation>traintray 自身：{memory}</translation>
    </message>
    <message>
        <source>traintray itself: {share} of one core, {memory}</source>
        <translation>traintray 自身：占一个核心的 {share}，{memory}</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
    <message>
        <source>System</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>彩色</translation>
    </message>
    <message>
        <source>Monochrome</source>
        <translation>单色</translation>
    </message>
    <message>
        <source>starts hidden in the tray</source>
        <translation>启动后隐藏在托盘中</translation>
    </message>
    <message>
        <source>Launch at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>System ({language})</source>
        <translation>跟随系统（{language}）</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Choose the kinds of tips</source>
        <translation>选择提示种类</translation>
    </message>
    <message>
        <source>all of them</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>all but {kinds}</source>
        <translation>除 {kinds} 外全部</translation>
    </message>
    <message>
        <source>{count} kinds are muted</source>
        <translation>已静音 {count} 种</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>a slower pace costs less and shows fewer peaks</source>
        <translation>间隔越长开销越小，能看到的峰值也越少</translation>
    </message>
    <message>
        <source>now {size} on disk; older days go bit by bit, every {time}</source>
        <translation>目前占用磁盘 {size}；更早的数据每 {time} 删除一部分</translation>
    </message>
    <message>
        <source>nothing is on disk yet</source>
        <translation>磁盘上尚无历史</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 天</translation>
    </message>
    <message>
        <source>{days} days</source>
        <translation>{days} 天</translation>
    </message>
    <message>
        <source>Data sources on this computer</source>
        <translation>本机的数据来源</translation>
    </message>
    <message>
        <source>Looking at each source since {time}</source>
        <translation>自 {time} 起检查各个来源</translation>
    </message>
    <message>
        <source>{text}.</source>
        <translation>{text}。</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Ready threads</source>
        <translation>就绪线程</translation>
    </message>
    <message>
        <source>Pressure</source>
        <translation>压力</translation>
    </message>
    <message>
        <source>Control groups</source>
        <translation>控制组</translation>
    </message>
    <message>
        <source>NVIDIA GPU</source>
        <translation>NVIDIA GPU</translation>
    </message>
    <message>
        <source>NVIDIA driver</source>
        <translation>NVIDIA 驱动程序</translation>
    </message>
    <message>
        <source>AMD GPU</source>
        <translation>AMD GPU</translation>
    </message>
    <message>
        <source>Intel GPU</source>
        <translation>Intel GPU</translation>
    </message>
    <message>
        <source>Notifications</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>Kinds of tips</source>
        <translation>提示种类</translation>
    </message>
    <message>
        <source>to</source>
        <translation>至</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Set all thresholds to their defaults</source>
        <translation>将所有阈值恢复为默认值</translation>
    </message>
    <message>
        <source>When is it worth a tip?</source>
        <translation>何时值得提示？</translation>
    </message>
    <message>
        <source>{hint} · set by you, usual {value}</source>
        <translation>{hint} · 由你设定，默认 {value}</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>{count} cores</source>
        <translation>{count} 核心</translation>
    </message>
    <message>
        <source>1 core</source>
        <translation>1 核心</translation>
    </message>
    <message>
        <source>{count} logical CPUs</source>
        <translation>{count} 逻辑核心</translation>
    </message>
    <message>
        <source>{size} RAM</source>
        <translation>内存 {size}</translation>
    </message>
    <message>
        <source>GPU not readable</source>
        <translation>GPU 无法读取</translation>
    </message>
    <message>
        <source>Runs, {count} running</source>
        <translation>训练任务，{count} 个正在进行</translation>
    </message>
    <message>
        <source>{count} set</source>
        <translation>已设 {count}</translation>
    </message>
    <message>
        <source>Knobs, {count} set</source>
        <translation>调节项，已设 {count} 项</translation>
    </message>
    <message>
        <source>Sampling every {time}</source>
        <translation>每 {time}采样一次</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Resume sampling (Ctrl+P)</source>
        <translation>恢复采样（Ctrl+P）</translation>
    </message>
    <message>
        <source>Pause sampling (Ctrl+P)</source>
        <translation>暂停采样（Ctrl+P）</translation>
    </message>
</context>
<context>
    <name>SnoozeMenu</name>
    <message>
        <source>Snooze</source>
        <translation>稍后提醒</translation>
    </message>
    <message>
        <source>This run, for a while</source>
        <translation>暂停提醒此运行一段时间</translation>
    </message>
    <message>
        <source>This run, until it ends</source>
        <translation>直到此运行结束</translation>
    </message>
    <message>
        <source>Tips of this kind, until the settings say else</source>
        <translation>此类提示，直到在设置中恢复</translation>
    </message>
    <message>
        <source>All tips that are not critical, until midnight</source>
        <translation>今天内的所有非紧急提示</translation>
    </message>
    <message>
        <source>Tell me again</source>
        <translation>恢复提醒</translation>
    </message>
</context>
<context>
    <name>Sparkline</name>
    <message>
        <source>{name}, last 5 minutes: no data</source>
        <translation>{name}，最近 5 分钟：无数据</translation>
    </message>
    <message>
        <source>{name}, last 5 minutes: now no data, last {last}</source>
        <translation>{name}，最近 5 分钟：当前无数据，上次 {last}</translation>
    </message>
    <message>
        <source>{name}, last 5 minutes: now {now}, lowest {low}, highest {high}</source>
        <translation>{name}，最近 5 分钟：当前 {now}，最低 {low}，最高 {high}</translation>
    </message>
</context>
<context>
    <name>Stage</name>
    <message>
        <source>{step}: done</source>
        <translation>{step}：已完成</translation>
    </message>
    <message>
        <source>{step}: now</source>
        <translation>{step}：进行中</translation>
    </message>
    <message>
        <source>{step}: later</source>
        <translation>{step}：待进行</translation>
    </message>
</context>
<context>
    <name>StateView</name>
    <message>
        <source>All well</source>
        <translation>一切正常</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>需要注意</translation>
    </message>
    <message>
        <source>Critical</source>
        <translation>严重</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
    <message>
        <source>No clear change</source>
        <translation>没有明显变化</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>One less</source>
        <translation>减 1</translation>
    </message>
    <message>
        <source>One more</source>
        <translation>加 1</translation>
    </message>
</context>
<context>
    <name>StripLegend</name>
    <message>
        <source>Legend</source>
        <translation>图例</translation>
    </message>
    <message>
        <source>training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>需注意</translation>
    </message>
    <message>
        <source>critical</source>
        <translation>严重</translation>
    </message>
</context>
<context>
    <name>TableHead</name>
    <message>
        <source>Knob</source>
        <translation>调节项</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Recommended</source>
        <translation>推荐</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>读取者</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>{run} started again</source>
        <translation>{run} 再次启动</translation>
    </message>
    <message>
        <source>Warm-up, left out</source>
        <translation>预热，不计入</translation>
    </message>
    <message>
        <source>Compared {length} each</source>
        <translation>各比较 {length}</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>TrayExtras</name>
    <message>
        <source>Launch at login was not changed</source>
        <translation>“登录时启动”没有改变</translation>
    </message>
</context>
<context>
    <name>TrayFace</name>
    <message>
        <source>CPU {percent}</source>
        <translation>CPU {percent}</translation>
    </message>
    <message>
        <source>GPU {percent}</source>
        <translation>GPU {percent}</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>traintray: {verdict}.</source>
        <translation>traintray：{verdict}。</translation>
    </message>
    <message>
        <source>traintray: {verdict}. {loads}.</source>
        <translation>traintray：{verdict}。{loads}。</translation>
    </message>
</context>
<context>
    <name>TrayMenu</name>
    <message>
        <source>Show advice</source>
        <translation>查看建议</translation>
    </message>
    <message>
        <source>Open traintray</source>
        <translation>打开 traintray</translation>
    </message>
    <message>
        <source>Undo last change</source>
        <translation>撤销上次修改</translation>
    </message>
    <message>
        <source>Launch at login</source>
        <translation>登录时启动</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>No training run</source>
        <translation>没有训练任务</translation>
    </message>
    <message>
        <source>Training runs well</source>
        <translation>训练运行良好</translation>
    </message>
    <message>
        <source>Training needs attention</source>
        <translation>训练需要注意</translation>
    </message>
    <message>
        <source>Training needs attention now</source>
        <translation>训练急需处理</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>No data</source>
        <translation>无数据</translation>
    </message>
</context>
<context>
    <name>UndoPreview</name>
    <message>
        <source>Undo the last change</source>
        <translation>撤销上次修改</translation>
    </message>
    <message>
        <source>A running process is not touched.</source>
        <translation>不影响正在运行的进程。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Undo the change</source>
        <translation>撤销修改</translation>
    </message>
    <message>
        <source>… {count} lines as they are</source>
        <translation>… {count} 行保持原样</translation>
    </message>
    <message>
        <source>The file did not exist before, so it is deleted.</source>
        <translation>这个文件原先不存在，因此会被删除。</translation>
    </message>
</context>
<context>
    <name>VerdictChip</name>
    <message>
        <source>Verdict: {verdict}</source>
        <translation>结论：{verdict}</translation>
    </message>
</context>
<context>
    <name>VerdictHead</name>
    <message>
        <source>Snooze this tip</source>
        <translation>稍后提醒此提示</translation>
    </message>
</context>
<context>
    <name>WatchedRun</name>
    <message>
        <source>Open Settings</source>
        <translation>打开设置</translation>
    </message>
    <message>
        <source>PID {pid}</source>
        <translation>PID {pid}</translation>
    </message>
    <message>
        <source>running for {time}</source>
        <translation>已运行 {time}</translation>
    </message>
    <message>
        <source>Healthy</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>Every check was measured and none crossed its threshold.</source>
        <translation>所有检查项都已测量，没有一项超出阈值。</translation>
    </message>
    <message>
        <source>Not measured: {what}. Without that it cannot be judged; the other figures are watched as usual. Settings, under “Data sources on this computer”, tells what is in the way and what helps.</source>
        <translation>没有测到：{what}。缺少它就无法判断；其他指标照常监测。“设置”页的“本机的数据来源”说明了原因和解决办法。</translation>
    </message>
    <message>
        <source>Cannot tell</source>
        <translation>无法判断</translation>
    </message>
    <message>
        <source>Something was found; its advice is on its way.</source>
        <translation>已发现问题，建议马上给出。</translation>
    </message>
    <message>
        <source>Watching</source>
        <translation>监测中</translation>
    </message>
    <message>
        <source>Watched for {time} so far. A verdict needs a little more.</source>
        <translation>已监测 {time}，还需要一点时间才能判断。</translation>
    </message>
</context>
<context>
    <name>_Circle</name>
    <message>
        <source>Step {number}</source>
        <translation>第 {number} 步</translation>
    </message>
    <message>
        <source>Already in place</source>
        <translation>已经到位</translation>
    </message>
</context>
<context>
    <name>_Legend</name>
    <message>
        <source>before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>after</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>阈值</translation>
    </message>
</context>
<context>
    <name>_StepRow</name>
    <message>
        <source>Open scale-out planner</source>
        <translation>打开扩展规划器</translation>
    </message>
</context>
<context>
    <name>conflict_text</name>
    <message>
        <source>Line {line} sets {name} by hand and cannot be replaced here: {why}. Change it in the file, then try again.</source>
        <translation>第 {line} 行手动设置了 {name}，无法在这里替换：{why}。请在文件里修改，然后重试。</translation>
    </message>
    <message>
        <source>Line {line} sets {name} by hand. Writing takes that line out; Undo brings it back.</source>
        <translation>第 {line} 行手动设置了 {name}。写入会去掉这一行，撤销会把它放回来。</translation>
    </message>
    <message>
        <source>Lines {lines} set the same names by hand. Writing takes them out; Undo brings them back.</source>
        <translation>第 {lines} 行手动设置了相同的变量。写入会去掉这些行，撤销会把它们放回来。</translation>
    </message>
</context>
<context>
    <name>missing_words</name>
    <message>
        <source>its threads</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>the CPUs it may use</source>
        <translation>可用的 CPU</translation>
    </message>
    <message>
        <source>how busy its CPUs are</source>
        <translation>CPU 占用</translation>
    </message>
    <message>
        <source>threads of its workers</source>
        <translation>worker 的线程</translation>
    </message>
    <message>
        <source>how long programs were stalled</source>
        <translation>程序被阻塞的时间</translation>
    </message>
    <message>
        <source>threads of other runs</source>
        <translation>其他任务的线程</translation>
    </message>
    <message>
        <source>its time in the kernel</source>
        <translation>内核占用的时间</translation>
    </message>
    <message>
        <source>its compilers</source>
        <translation>编译进程</translation>
    </message>
    <message>
        <source>its ranks</source>
        <translation>rank</translation>
    </message>
    <message>
        <source>the CPUs of its processes</source>
        <translation>各进程可用的 CPU</translation>
    </message>
    <message>
        <source>its CPU quota</source>
        <translation>CPU 配额</translation>
    </message>
    <message>
        <source>what other programs use</source>
        <translation>其他程序的占用</translation>
    </message>
    <message>
        <source>the clock and heat of the CPU</source>
        <translation>CPU 的频率和温度</translation>
    </message>
    <message>
        <source>its page faults</source>
        <translation>缺页</translation>
    </message>
    <message>
        <source>its memory</source>
        <translation>内存占用</translation>
    </message>
    <message>
        <source>the memory that is left</source>
        <translation>剩余的内存</translation>
    </message>
    <message>
        <source>what it reads from storage</source>
        <translation>从存储读取的数据</translation>
    </message>
    <message>
        <source>what its GPUs do</source>
        <translation>GPU 的状态</translation>
    </message>
    <message>
        <source>whether it uses OpenMP</source>
        <translation>是否使用 OpenMP</translation>
    </message>
    <message>
        <source>its CPU time</source>
        <translation>它的 CPU 时间</translation>
    </message>
    <message>
        <source>the thread count it asks for</source>
        <translation>设定的线程数</translation>
    </message>
    <message>
        <source>the libraries it has loaded</source>
        <translation>加载的库</translation>
    </message>
    <message>
        <source>whether it serves requests</source>
        <translation>是否在提供服务</translation>
    </message>
    <message>
        <source>context switches</source>
        <translation>上下文切换</translation>
    </message>
    <message>
        <source>its workers</source>
        <translation>worker</translation>
    </message>
    <message>
        <source>swap traffic</source>
        <translation>换页</translation>
    </message>
    <message>
        <source>whether there is a GPU to use</source>
        <translation>有没有可用的 GPU</translation>
    </message>
</context>
</TS>
