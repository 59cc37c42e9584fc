-- What the instances of an installation share (docs/decisions/0033-several-instances.md).

-- The signing key, encrypted, or the digest of the one in the data directories.
create table installation_secrets (
  name text collate "C" primary key,
  value text collate "C" not null
);

-- What follows may be lost with a crash of the server.

create unlogged table kept_texts (
  name text collate "C" primary key,
  value text collate "C" not null,
  expires_at timestamptz not null
);
create index kept_texts_expiry on kept_texts (expires_at);

create unlogged table token_buckets (
  name text collate "C" primary key,
  tokens double precision not null,
  filled_at timestamptz not null
);
create index token_buckets_age on token_buckets (filled_at);

-- Takes up to `wanted` whole tokens from a bucket. Returns how many it took, and how many are left.
create function take_tokens(bucket text, burst double precision, per_second double precision, wanted bigint)
returns table (granted bigint, remaining double precision) language plpgsql as $$
declare
  level double precision;
  since timestamptz;
  at timestamptz;
begin
  insert into token_buckets values (bucket, burst, clock_timestamp()) on conflict do nothing;
  select tokens, filled_at into level, since from token_buckets where name = bucket for update;
  -- Read after the lock, so that time does not run backwards.
  at := greatest(clock_timestamp(), since);
  level := least(burst, level + extract(epoch from at - since) * per_second);
  granted := least(floor(level)::bigint, wanted);
  remaining := level - granted;
  update token_buckets set tokens = remaining, filled_at = at where name = bucket;
  return next;
end
$$;

create function return_tokens(bucket text, burst double precision, returned double precision) returns void language sql as $$
  update token_buckets set tokens = least(burst, tokens + returned) where name = bucket
$$;
