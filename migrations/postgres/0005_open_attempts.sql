-- Attempts that are in progress take a token and return it when they succeed (docs/decisions/0033-several-instances.md).

alter table token_buckets
  add column open_attempts bigint not null default 0,
  add column attempted_at timestamptz not null default '-infinity';

-- These functions replace return_tokens, which instances of the previous version use during an upgrade.

-- Takes a token for an attempt. If there is none, it returns whether attempts in progress may return one.
create function begin_attempt(bucket text, burst double precision, per_second double precision)
returns table (is_begun boolean, remaining double precision, may_return boolean) language plpgsql as $$
declare
  granted bigint;
  others bigint;
begin
  select taken.granted, taken.remaining into granted, remaining from take_tokens(bucket, burst, per_second, 1) as taken;
  is_begun := granted = 1;
  -- An instance that has ended leaves its attempts open. They take less than ten seconds.
  select case when attempted_at < clock_timestamp() - interval '10 s' then 0 else open_attempts end
    into others from token_buckets where name = bucket;
  may_return := others > 0;
  if is_begun then
    update token_buckets set open_attempts = others + 1, attempted_at = clock_timestamp() where name = bucket;
  end if;
  return next;
end
$$;

create function end_attempt(bucket text, burst double precision, returned double precision) returns void language sql as $$
  update token_buckets
  set tokens = least(burst, tokens + returned), open_attempts = greatest(open_attempts - 1, 0)
  where name = bucket
$$;
