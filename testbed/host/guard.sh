# Outlives a testbed's host only to clean up after it. The host holds standard input open and tells of every process
# group that it starts and that ended; when the input closes without "done", however the host died, the groups are ended
# and the folder of the host is removed.
# Usage: sh guard.sh GRACE_SECONDS FOLDER, where an empty folder means that there is none to remove
# Input: lines "add GROUP", "drop GROUP" and "done"
grace=$1
folder=$2
trap '' HUP INT TERM
groups=
while read -r word group; do
  case $word in
    add) groups="$groups $group" ;;
    drop)
      kept=
      for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done
      groups=$kept
      ;;
    done) exit 0 ;;
  esac
done
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
tries=$((grace * 10))
while [ "$tries" -gt 0 ]; do
  alive=
  for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && alive=yes; done
  [ -z "$alive" ] && break
  sleep 0.1
  tries=$((tries - 1))
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
[ -z "$folder" ] || rm -rf -- "$folder"
