-- The language of a user's mails, and of the pages while logged in.
alter table users add column language text not null default 'en' check (language in ('en', 'hi'));
