#!/bin/sh
# Writes a backup into a new folder below the given one, readable by this account only, and keeps the newest fourteen.
# Run it with the server's DATA_DIR, or its DATABASE_URL and DATABASE_OWNER_URL. The server can keep running.
#   deploy/backup.sh /var/backups/moviebooking
# Restore with: ./moviebooking restore FOLDER (in a checkout: npm run restore -- FOLDER)
set -eu
umask 077
backups=${1:?Name a folder for the backups: deploy/backup.sh FOLDER}
mkdir -p "$backups"
backups=$(cd "$backups" && pwd)
cd "$(dirname "$0")/.."
new="$backups/moviebooking-$(date -u +%Y%m%dT%H%M%SZ)"
# A release has its own command; a checkout has npm.
if [ -x ./moviebooking ]; then ./moviebooking backup "$new"; else npm run --silent backup -- "$new"; fi
ls -1d "$backups"/moviebooking-*Z | sort -r | tail -n +15 | while read -r old; do rm -r -- "$old"; done
