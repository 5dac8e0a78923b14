#!/bin/sh
# Writes commerce.env and owner.env with new secrets into a folder, for the units beside it:
#   sh deploy/systemd/make-settings.sh shop.example.com you@example.com /etc/commerce
set -eu
umask 077
domain=${1:?the domain of the shop, such as shop.example.com}
email=${2:?the address of the owner of the first shop}
folder=${3:?a folder, such as /etc/commerce}
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
[ ! -e "$folder/commerce.env" ] || { echo "$folder/commerce.env is there already" >&2; exit 1; }
mkdir -p "$folder"
cat > "$folder/commerce.env" <<END
DATABASE_URL=postgres://commerce:$(secret)@127.0.0.1/commerce
# Made once; keep a copy elsewhere: nobody can read what SEAL_KEYS has encrypted without it.
JWT_SECRETS=jwt1:$(secret)
SEAL_KEYS=seal1:$(secret)
PUBLIC_URL=https://$domain
ADMIN_EMAIL=$email
ADMIN_PASSWORD=$(secret)
# Mails: an address of your mail server and a sender of your own, or MAIL=off.
SMTP_URL=
MAIL_FROM=
END
echo "DATABASE_OWNER_URL=postgres://commerce_owner:$(secret)@127.0.0.1/commerce" > "$folder/owner.env"
