-- What an API key has too many of is found without looking at those of others.
create index refresh_tokens_key on refresh_tokens (api_key_id, expires_at) where api_key_id is not null;
