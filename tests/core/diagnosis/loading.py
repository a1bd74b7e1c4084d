"""Seconds of runs that wait for data, as figures of the run without their `run.`."""

from __future__ import annotations

# Two workers that never rest while the main process waits (research, B.4: input_bound).
WAITING_FOR_WORKERS = {
    "demand_threads": 2.03,
    "main_demand_threads": 0.02,
    "worker_demand_threads": 2.01,
    "workers": 2.0,
    "busy_workers": 2.0,
    "main_running_cores": 0.02,
    "main_thread_cores": 0.02,
    "other_thread_cores": 0.0,
    "most_busy_threads": 0.0,
}
# The main process decodes by itself, with one thread (input_bound_inproc).
DECODES_ITSELF = {
    "demand_threads": 0.88,
    "main_demand_threads": 0.88,
    "main_running_cores": 0.8,
    "main_thread_cores": 0.8,
    "other_thread_cores": 0.0,
    "most_busy_threads": 1.0,
    "image_libraries": 1.0,
}
# The same for two thirds of the time; its pool of 16 computes in the rest.
DECODES_WITH_POOL = {
    **DECODES_ITSELF,
    "usable_cpus": 16.0,
    "demand_threads": 6.0,
    "main_demand_threads": 6.0,
    "main_running_cores": 6.0,
    "main_thread_cores": 1.0,
    "other_thread_cores": 5.0,
    "most_busy_threads": 16.0,
}
# A tf.data pipeline decodes on both CPUs for a network that takes a quarter of them
# (measured: TensorFlow 2.21, fit on a mapped data set).
PIPELINES = {
    "demand_threads": 2.6,
    "main_demand_threads": 2.6,
    "pipeline_demand_threads": 2.0,
    "main_running_cores": 2.0,
    "main_thread_cores": 0.02,
    "other_thread_cores": 1.98,
    "most_busy_threads": 4.0,
    "image_libraries": 1.0,
}
# A loop in Python for two thirds of the time; its pool of 16 computes in the rest.
LOOP_WITH_POOL = {
    **DECODES_WITH_POOL,
    "image_libraries": 0.0,
    "busy_threads": 16.0,
    "usable_busy_fraction": 0.38,
}
# A loop in Python: one thread never rests, the machine is half busy.
LOOP = {
    "demand_threads": 1.0,
    "main_demand_threads": 1.0,
    "most_busy_threads": 1.0,
    "busy_threads": 1.0,
    "usable_busy_fraction": 0.52,
    "main_running_cores": 1.0,
    "main_thread_cores": 1.0,
    "other_thread_cores": 0.0,
}
# OMP_PROC_BIND: two workers on the one CPU that the main process was pinned to.
PINNED = {
    "demand_threads": 2.02,
    "main_demand_threads": 0.01,
    "worker_demand_threads": 2.01,
    "workers": 2.0,
    "mask_cpus": 1.0,
    "mask_processes": 2.0,
    "mask_demand_threads": 2.01,
    "wider_cpus": 2.0,
}
# Four workers wait for scattered reads (research, B.4: io_bound).
READING = {
    "demand_threads": 0.96,
    "main_demand_threads": 0.08,
    "worker_demand_threads": 0.88,
    "workers": 4.0,
    "busy_workers": 0.0,
    "most_busy_threads": 0.0,
    "main_running_cores": 0.04,
    "main_thread_cores": 0.04,
    "other_thread_cores": 0.0,
    "read_bytes_per_s": 1.1e9,
    "disk_waiting_processes": 3.0,
}
