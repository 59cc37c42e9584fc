-- More spellings of a tag have one normal form: beacons with other separators, quotes, brackets, dashes and invisible
-- characters, `0x`, and what scanners add to barcodes (docs/history.md, Tag match). Without this, the tags that were stored before
-- would have forms that no read has any more.
create function tag_form(tag_type text, value text, form text, is_prefix bigint) returns text language plpgsql immutable as $$
declare
  parts text[];
begin
  if tag_type = 'barcode' then
    form := btrim(replace(form, chr(29), ''), E' \t\n\r\u00a0');
    form := btrim(regexp_replace(form, '^\][A-Za-z][0-9A-Za-z]', ''), E' \t\n\r\u00a0');
    form := btrim(regexp_replace(form, '^\*([^*]+)\*$', '\1'), E' \t\n\r\u00a0');
    return coalesce(nullif(form, ''), value);
  end if;
  form := translate(form, U&'"''`()[]{}<>\00ab\00bb\00ad\2039\203a\2018\2019\201a\201b\201c\201d\201e\201f\2010\2011\2012\2013\2014\2015\2212\200b\200c\200d\200e\200f\202a\202b\202c\202d\202e\2060\feff', '');
  if value ~* '^0x' and form ~ '^X[0-9A-F]+$' then
    form := substr(form, 2);
  end if;
  form := regexp_replace(form, '^0+(?=.)', '');
  -- UUID/major/minor with decimal numbers becomes 40 hexadecimal digits, and of a prefix as many as it has.
  if tag_type = 'ble' and form ~ '^[0-9A-F]+[/,;|][0-9A-F/,;|]*$' then
    form := rtrim(translate(form, ',;|', '///'), '/');
  end if;
  if tag_type = 'ble' and form ~ '^[0-9A-F]{1,32}/[0-9]{1,5}(/[0-9]{1,5})?$' then
    parts := string_to_array(form, '/');
    if (cardinality(parts) = 3 or is_prefix = 1) and parts[2]::int < 65536 and coalesce(parts[3]::int, 0) < 65536 then
      form := ltrim(lpad(parts[1], 32, '0') || lpad(upper(to_hex(parts[2]::int)), 4, '0')
        || coalesce(lpad(upper(to_hex(parts[3]::int)), 4, '0'), ''), '0');
    end if;
  end if;
  return coalesce(nullif(form, ''), value);
end $$;

update tags set normalized = tag_form(tag_type, value, normalized, 0)
where deleted_at is null and tag_form(tag_type, value, normalized, 0) <> normalized;

-- Of several that have the same form now, one gets it. The others stay as they were, and expire.
with forms as (
  select id, organization_id, tag_type, tag_form(tag_type, value, normalized, 0) as form,
    row_number() over (
      partition by organization_id, tag_type, tag_form(tag_type, value, normalized, 0) order by id
    ) as place
  from unknown_tags
)
update unknown_tags set normalized = forms.form from forms
where forms.id = unknown_tags.id and forms.place = 1 and forms.form <> unknown_tags.normalized and not exists (
  select 1 from unknown_tags other
  where other.organization_id = forms.organization_id and other.tag_type = forms.tag_type
    and other.normalized = forms.form
);
with forms as (
  select id, organization_id, tag_type, is_prefix, tag_form(tag_type, value, normalized, is_prefix) as form,
    row_number() over (
      partition by organization_id, is_prefix, tag_type, tag_form(tag_type, value, normalized, is_prefix) order by id
    ) as place
  from dismissed_tags
)
update dismissed_tags set normalized = forms.form from forms
where forms.id = dismissed_tags.id and forms.place = 1 and forms.form <> dismissed_tags.normalized and not exists (
  select 1 from dismissed_tags other
  where other.organization_id = forms.organization_id and other.is_prefix = forms.is_prefix
    and other.tag_type = forms.tag_type and other.normalized = forms.form
);
drop function tag_form(text, text, text, bigint);

delete from shared_tags;
insert into shared_tags
select organization_id, tag_type, normalized from tags where deleted_at is null
group by organization_id, tag_type, normalized having count(distinct coalesce(asset_id, -location_id)) > 1;

-- What the console's search compares: key, name and description without accents. Null when they are the same as before. The rows
-- that exist get the letters of European languages; all others are complete from their next change on.
alter table assets add column search_folded text collate "C";
alter table locations add column search_folded text collate "C";
update assets set search_folded = folded from (
  select id as of_id,
    replace(replace(replace(replace(translate(search_key || chr(31) || search_description, 'äáàâãåāăąéèêëēėęěíìîïīįóòôõöőōúùûüűūůųýÿñńňņçćčšśşșžźżğģķľĺļřŕťțţďłøđðħŧŋıйёї', 'aaaaaaaaaeeeeeeeeiiiiiiooooooouuuuuuuuyynnnncccsssszzzggklllrrtttdloddhtniиеі'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') as folded
  from assets
) as texts where of_id = assets.id and folded <> search_key || chr(31) || search_description;
update locations set search_folded = folded from (
  select id as of_id,
    replace(replace(replace(replace(translate(search_key || chr(31) || search_description, 'äáàâãåāăąéèêëēėęěíìîïīįóòôõöőōúùûüűūůųýÿñńňņçćčšśşșžźżğģķľĺļřŕťțţďłøđðħŧŋıйёї', 'aaaaaaaaaeeeeeeeeiiiiiiooooooouuuuuuuuyynnnncccsssszzzggklllrrtttdloddhtniиеі'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') as folded
  from locations
) as texts where of_id = locations.id and folded <> search_key || chr(31) || search_description;
create index assets_folded on assets using gin (search_folded gin_trgm_ops);
