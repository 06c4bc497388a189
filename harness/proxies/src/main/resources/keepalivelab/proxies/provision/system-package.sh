#!/bin/sh
# Has Debian's package manager install a package without letting it start a service.
#
# usage (as root): sh system-package.sh PACKAGE

set -e
policy=/usr/sbin/policy-rc.d
export DEBIAN_FRONTEND=noninteractive

# Packages of servers start them, on well-known ports, unless this file says no. Where there is one, it is the user's.
if ! [ -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    trap 'exit 1' INT TERM HUP
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
fi
apt-get -q -o DPkg::Lock::Timeout=120 update
apt-get -q -y -o DPkg::Lock::Timeout=120 install --no-install-recommends "$1"
