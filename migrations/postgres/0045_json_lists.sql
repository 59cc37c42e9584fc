-- Lists that a statement gets as JSON. A strict function is not inlined, and its call takes longer than the lookups of a page of a
-- list. A null list still has no elements.
create or replace function json_each(list text) returns table (key bigint, value text) language sql immutable parallel safe
rows 50 as $$
  select element.ordinality - 1, element.value from json_array_elements_text(
    case when json_typeof(list::json) = 'array' then list::json
      else (select json_agg(field.value) from pg_catalog.json_each(list::json) as field) end
  ) with ordinality as element (value)
$$;

-- An array of numbers is an array of PostgreSQL with other brackets.
create or replace function json_each(list text, path text) returns table (key bigint, value bigint) language sql immutable
parallel safe rows 50 as $$
  select element.ordinality - 1, element.value from unnest(translate(list, '[]', '{}')::bigint[]) with ordinality as element (value)
$$;
