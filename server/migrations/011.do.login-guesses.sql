-- Wrong passwords of the last minutes, counted over all servers (platform/login-guesses.ts). The key is a hash of an address,
-- or of an account and an address. What a crash empties is no loss.
create unlogged table login_guesses (
  key bytea primary key,
  guesses integer not null,
  ends_at timestamptz not null
);
