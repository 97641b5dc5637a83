-- What servers of the previous release need while they run over this schema.

-- They leave out used_second_factor, so the trigger refused all their logins of accounts with a second factor, whose code
-- they had checked. Null is such a login: it works, and counts as one without a second factor.
alter table logins alter column used_second_factor drop default, alter column used_second_factor drop not null;

-- They drop mails of kinds that they do not know, and count none for the limit of an account. So a mail is claimed by
-- ledger.claim_mail only; for any other claim none is due.
create function ledger.leave_mail() returns trigger language plpgsql as 'begin end';
create trigger leave_mail before update on outbox
  for each row when (new.attempts > old.attempts and current_setting('ledger.claims', true) is distinct from 'on')
  execute function ledger.leave_mail();
