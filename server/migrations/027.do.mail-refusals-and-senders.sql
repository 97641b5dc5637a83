-- Accounts whose last mail was refused for good, for the administrator. `reason` is the mail server's answer, which may name the
-- address; so it ends with the account, like the mails that wait for it (ledger.forget_user).
create table mail_refusals (
  user_id integer primary key,
  refused_at timestamptz not null default now(),
  reason text not null
);

-- Refused for good: nothing was given up after days of trying, which is what operators are warned of.
alter table outbox add column is_permanent boolean not null default false;

-- When a server with an SMTP_URL was last seen. `is_on` stays on until none has been for a while.
alter table mail_switch add column sender_seen_at timestamptz not null default now();

-- The link of a reset mail is made when the mail is sent. Those that were made before stay valid for their hour, for whoever
-- has them; their mails get new ones.
update outbox set details = '{}' where kind = 'password-reset';
