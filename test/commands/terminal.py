"""Runs a program in a pseudo-terminal, types when it has said something, and prints what it said and its exit code as JSON.

stdin: {"argv": [...], "env": {...}, "cwd": "...", "columns": 80, "steps": [{"wait": "text", "send": "keys"}, ...]}
"""
import fcntl, json, os, pty, select, signal, struct, sys, termios, time

job = json.load(sys.stdin)
pid, fd = pty.fork()
if pid == 0:
    os.chdir(job["cwd"])
    # The parent sets the size before it lets go.
    os.read(0, 1)
    os.execvpe(job["argv"][0], job["argv"], job["env"])
fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, job["columns"], 0, 0))
os.write(fd, b"\n")

said, seen, steps, missed = "", 0, list(job["steps"]), None
pending = b""
deadline = time.monotonic() + job.get("seconds", 20)
while True:
    left = deadline - time.monotonic()
    if left <= 0:
        missed = steps[0]["wait"] if steps else "the end"
        os.kill(pid, signal.SIGKILL)
        break
    ready, _, _ = select.select([fd], [], [], left)
    if not ready:
        continue
    try:
        data = os.read(fd, 65536)
    except OSError:
        break
    if not data:
        break
    pending += data
    try:
        said += pending.decode("utf-8")
        pending = b""
    except UnicodeDecodeError as error:
        if len(pending) - error.start > 3:
            raise
        said += pending[: error.start].decode("utf-8")
        pending = pending[error.start :]
    while steps and steps[0]["wait"] in said[seen:]:
        step = steps.pop(0)
        seen = said.index(step["wait"], seen) + len(step["wait"])
        os.write(fd, step["send"].encode())
_, status = os.waitpid(pid, 0)
json.dump({"said": said, "code": os.waitstatus_to_exitcode(status), "missed": missed if not steps else steps[0]["wait"]}, sys.stdout)
