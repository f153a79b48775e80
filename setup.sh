# Sourced by run and test: creates and updates the Python environment in .venv from the lock files.
# All messages go to stderr, so that stdout has only the output of the command.

say() { printf '%s\n' "$*" >&2; }
stop() { say "Dog Club: $*"; exit 1; }

python_of_this_machine() {
  local name
  for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      command -v "$name"
      return
    fi
  done
  return 1
}

# prepare LOCK…: makes .venv contain exactly the packages of these lock files; does nothing if it already does.
prepare() {
  local venv=$here/.venv python stamp began=$SECONDS
  stamp="$(cat "$@" | cksum)"
  if [ "$(cat "$venv/.locked" 2>/dev/null)" = "$stamp" ] && "$venv/bin/python" -c '' 2>/dev/null; then
    return
  fi
  python="$(python_of_this_machine)" || stop "needs Python 3.11 or newer, and found none. Install it (Debian: apt install \
python3 python3-venv) and start again."
  [ -w "$here" ] || stop "may not write in $here, where its environment belongs. Start it as the user the folder \
belongs to."
  say "Setting up the environment in .venv (once, and after an update) …"
  if uv --version >/dev/null 2>&1; then
    install_with_uv "$python" "$venv" "$@"
  else
    install_with_pip "$python" "$venv" "$@"
  fi
  printf '%s\n' "$stamp" >"$venv/.locked"
  say "… done in $((SECONDS - began)) s"
}

install_with_uv() {
  local python=$1 venv=$2
  shift 2
  "$venv/bin/python" -c '' 2>/dev/null || uv venv --quiet --clear --python "$python" "$venv" >&2
  uv pip sync --quiet --python "$venv/bin/python" --require-hashes "$@" >&2 \
    || stop "could not install what requirements.txt names. Is the network there?"
}

install_with_pip() {
  local python=$1 venv=$2 lock
  shift 2
  "$venv/bin/python" -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear "$venv" >&2 \
    || stop "could not make .venv; Python's venv module is missing (Debian: apt install python3-venv)."
  for lock in "$@"; do
    "$venv/bin/python" -m pip install -qq --disable-pip-version-check --require-hashes --no-deps -r "$lock" >&2 \
      || stop "could not install what $(basename "$lock") names. Is the network there?"
  done
}
