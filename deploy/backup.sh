#!/bin/sh
# Writes a dump of the database of DATABASE_OWNER_URL, else of DATABASE_URL, into a folder, readable by this account only, and keeps the newest fourteen.
#   DATABASE_URL=postgres://… deploy/backup.sh /var/backups/moviebooking
# Bring one back with: pg_restore --clean --if-exists --no-owner --dbname "$DATABASE_URL" FILE
set -eu
umask 077
folder=${1:?Say where the dumps go: deploy/backup.sh FOLDER}
database=${DATABASE_OWNER_URL:-${DATABASE_URL:?Set DATABASE_URL to the database to back up}}
mkdir -p "$folder"
file="$folder/moviebooking-$(date -u +%Y%m%dT%H%M%SZ).dump"
pg_dump --format=custom --file="$file.part" "$database"
mv "$file.part" "$file"
echo "$file"
ls -1 "$folder"/moviebooking-*.dump | sort -r | tail -n +15 | while read -r old; do rm -- "$old"; done
