"""A study as a Slurm array, on a cluster of this one machine.

usage: slurm.py CUELAB       (as root)

Starts munge, slurmctld and slurmd with settings of its own, runs a study as an array, cancels half
of the tasks, resubmits, merges, and compares with a run without Slurm. Ends what it started.
"""
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))
from sweep import LONG  # noqa: E402

TASKS = 8
STUDY = LONG.replace("samples = 20000", "samples = 100000").replace("chunk = 3000", "chunk = 5000")

CONFIGURATION = """
ClusterName=cuelab
SlurmctldHost={host}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CryptoType=crypto/munge
SlurmctldPort={control}
SlurmdPort={node}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
NodeName={host} CPUs={cpus} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""

SCRIPT = """#!/bin/bash
#SBATCH --array=0-{last}
#SBATCH --output={folder}/task-%a.log
#SBATCH --open-mode=append
first=$((SLURM_ARRAY_TASK_ID * {size}))
exec nice {cuelab} sweep {folder}/study.toml -o {folder}/f.h5 -q --threads 1 \\
  --chunk-range $first:$((first + {size}))
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.settings = folder / "slurm.conf"
        self.environment = {**os.environ, "SLURM_CONF": str(self.settings)}

    def start(self, *command):
        log = open(self.folder / (pathlib.Path(command[0]).name + ".out"), "wb")
        self.processes.append(subprocess.Popen(command, stdout=log, stderr=log,
                                               env=self.environment, start_new_session=True))

    def run(self, *command, check=True):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True,
                              check=check, timeout=60).stdout

    def begin(self):
        folder = self.folder
        for name in ("state", "spool"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o600)
        self.start("munged", "--foreground", "--force", f"--key-file={key}",
                   f"--socket={folder}/munge.socket", f"--pid-file={folder}/munge.pid",
                   f"--seed-file={folder}/munge.seed", f"--log-file={folder}/munge.log")
        self.wait(lambda: (folder / "munge.socket").exists(), "munge")
        host = socket.gethostname().split(".")[0]
        self.settings.write_text(CONFIGURATION.format(
            host=host, folder=folder, control=free_port(), node=free_port(), cpus=os.cpu_count()))
        self.start("slurmctld", "-D", "-f", str(self.settings))
        self.start("slurmd", "-D", "-f", str(self.settings), "-N", host)
        self.wait(lambda: "idle" in self.run("sinfo", "-h", "-o", "%t", check=False), "the node")

    def wait(self, is_done, what, seconds=120):
        end = time.monotonic() + seconds
        while not is_done():
            if time.monotonic() > end:
                sys.exit(f"slurm.py: waited {seconds} s for {what}; see {self.folder}")
            time.sleep(0.2)

    def queue(self):
        return self.run("squeue", "-h", "-r", "-o", "%K %t").split("\n")[:-1]

    def end(self):
        for process in reversed(self.processes):
            process.send_signal(signal.SIGTERM)
        for process in reversed(self.processes):
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()


def sweep(cuelab, folder, *options):
    return subprocess.run([cuelab, "sweep", folder / "study.toml", "-q", *options],
                          capture_output=True, text=True, cwd=folder, check=False)


def check(cluster, cuelab):
    folder = cluster.folder
    (folder / "study.toml").write_text(STUDY)
    chunks = 6 * 100000 // 5000
    size = -(-chunks // TASKS)
    script = folder / "array.sh"
    script.write_text(SCRIPT.format(last=TASKS - 1, folder=folder, size=size, cuelab=cuelab))
    job = cluster.run("sbatch", "--parsable", str(script)).strip()

    # cancel half of the tasks, some of them running
    cluster.wait(lambda: any(p.stat().st_size > 20000 for p in folder.glob("f.h5.part-*")),
                 "the first chunks")
    cancelled = f"{job}_[0,2,4,6]"
    cluster.run("scancel", cancelled)
    cluster.wait(lambda: not cluster.queue(), "the array")
    before = len(list(folder.glob("f.h5.part-*")))
    merged = sweep(cuelab, folder, "-o", "f.h5", "--merge")
    assert merged.returncode == 2 and "missing" in merged.stderr, merged.stderr
    print(f"half cancelled: {before} parts; {merged.stderr.strip().split(': ', 2)[-1]}")

    # the same script again completes it
    cluster.run("sbatch", "--parsable", str(script))
    cluster.wait(lambda: not cluster.queue(), "the resubmitted array")
    merged = sweep(cuelab, folder, "-o", "f.h5", "--merge")
    assert merged.returncode == 0, merged.stderr
    alone = sweep(cuelab, folder, "-o", "alone.h5")
    assert alone.returncode == 0, alone.stderr
    same = (folder / "f.h5").read_bytes() == (folder / "alone.h5").read_bytes()
    assert same, "the array's result differs from that of a single run"
    assert not list(folder.glob("f.h5.part-*"))
    print("resubmitted, merged: byte for byte the result of a single run")


def main():
    cuelab = pathlib.Path(sys.argv[1]).resolve()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cuelab-slurm-"))
    cluster = Cluster(folder)
    try:
        cluster.begin()
        check(cluster, cuelab)
    finally:
        cluster.end()
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
