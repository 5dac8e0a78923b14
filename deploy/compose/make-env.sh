#!/bin/sh
# Prints an `.env` for compose.yaml with new secrets: sh deploy/compose/make-env.sh shop.example.com you@example.com > .env
set -eu
umask 077
domain=${1:?the domain of the shop, such as shop.example.com}
email=${2:?the address of the owner of the first shop}
secret() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
cat <<END
DOMAIN=$domain
ADMIN_EMAIL=$email
ADMIN_PASSWORD=$(secret)
# Mails: an address of your mail server and a sender of your own, or MAIL=off.
SMTP_URL=
MAIL_FROM=
# Made once; keep a copy elsewhere: nobody can read what SEAL_KEYS has encrypted without it.
JWT_SECRETS=jwt1:$(secret)
SEAL_KEYS=seal1:$(secret)
POSTGRES_PASSWORD=$(secret)
DATABASE_OWNER_PASSWORD=$(secret)
DATABASE_PASSWORD=$(secret)
GRAFANA_PASSWORD=$(secret)
END
