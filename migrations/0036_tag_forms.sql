-- More spellings of a tag have one normal form: beacons with other separators, quotes, brackets, dashes and invisible
-- characters, `0x`, and what scanners add to barcodes (docs/history.md, Tag match). Without this, the tags that were stored before
-- would have forms that no read has any more.
create table tag_forms as
select * from (
  select 'tags' as kind, id, organization_id, tag_type, 0 as is_prefix, value, normalized from tags
  where deleted_at is null
  union all
  select 'unknown_tags', id, organization_id, tag_type, 0, value, normalized from unknown_tags
  union all
  select 'dismissed_tags', id, organization_id, tag_type, is_prefix, value, normalized from dismissed_tags
)
where case tag_type
  when 'barcode' then normalized <> trim(normalized, ' ' || char(9, 10, 13, 160)) or normalized glob ']*'
    or normalized glob '[*]*' or instr(normalized, char(29)) > 0
  else normalized glob '*[^0-9A-Z]*' or value glob '0[xX]*' end;
create unique index tag_forms_id on tag_forms (kind, id);

update tag_forms set normalized = trim(replace(normalized, char(29), ''), ' ' || char(9, 10, 13, 160))
where tag_type = 'barcode';
update tag_forms set normalized = trim(substr(normalized, 4), ' ' || char(9, 10, 13, 160))
where tag_type = 'barcode' and normalized glob '][A-Za-z][0-9A-Za-z]*';
update tag_forms set normalized = trim(substr(normalized, 2, length(normalized) - 2), ' ' || char(9, 10, 13, 160))
where tag_type = 'barcode' and normalized glob '[*]?*[*]'
  and instr(substr(normalized, 2, length(normalized) - 2), '*') = 0;

update tag_forms set normalized =
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace(normalized, char(34), ''), char(39), ''), char(96), ''), char(40), ''), char(41),
  ''), char(91), ''), char(93), ''), char(123), ''), char(125), ''), char(60), ''), char(62), ''), char(171), ''),
  char(187), ''), char(173), ''), char(8249), ''), char(8250), ''), char(8216), ''), char(8217), ''), char(8218), ''),
  char(8219), ''), char(8220), ''), char(8221), ''), char(8222), ''), char(8223), ''), char(8208), ''), char(8209),
  ''), char(8210), ''), char(8211), ''), char(8212), ''), char(8213), ''), char(8722), ''), char(8203), ''),
  char(8204), ''), char(8205), ''), char(8206), ''), char(8207), ''), char(8234), ''), char(8235), ''), char(8236),
  ''), char(8237), ''), char(8238), ''), char(8288), ''), char(65279), '')
where tag_type <> 'barcode';
update tag_forms set normalized = substr(normalized, 2)
where tag_type <> 'barcode' and value glob '0[xX]*' and normalized glob 'X?*'
  and not substr(normalized, 2) glob '*[^0-9A-F]*';

update tag_forms set normalized = coalesce(nullif(ltrim(normalized, '0'), ''), '0')
where tag_type <> 'barcode' and normalized glob '0*';

-- UUID/major/minor with decimal numbers becomes 40 hexadecimal digits, and of a prefix as many as it has.
update tag_forms set normalized = rtrim(replace(replace(replace(normalized, ',', '/'), ';', '/'), '|', '/'), '/')
where tag_type = 'ble' and normalized glob '*[/,;|]*' and not normalized glob '*[^0-9A-F/,;|]*';
update tag_forms set normalized = (
  select ltrim(substr('00000000000000000000000000000000' || (parts ->> 0), -32) || printf('%04X', parts ->> 1)
    || iif(json_array_length(parts) = 3, printf('%04X', parts ->> 2), ''), '0')
  from (select '["' || replace(normalized, '/', '","') || '"]' as parts)
)
where case when tag_type = 'ble' and normalized glob '?*/[0-9]*' and not normalized glob '*[^0-9A-F/]*' then (
  select json_array_length(parts) in (3, 3 - is_prefix) and length(parts ->> 0) <= 32
    and not (parts ->> 1) glob '*[^0-9]*' and cast(parts ->> 1 as integer) < 65536
    and (json_array_length(parts) = 2 or (parts ->> 2) glob '[0-9]*' and not (parts ->> 2) glob '*[^0-9]*'
      and cast(parts ->> 2 as integer) < 65536)
  from (select '["' || replace(normalized, '/', '","') || '"]' as parts)
) else false end;
update tag_forms set normalized = value where normalized = '';

update tags set normalized = form.normalized from tag_forms as form
where form.kind = 'tags' and form.id = tags.id and form.normalized <> tags.normalized;
update or ignore unknown_tags set normalized = form.normalized from tag_forms as form
where form.kind = 'unknown_tags' and form.id = unknown_tags.id and form.normalized <> unknown_tags.normalized;
update or ignore dismissed_tags set normalized = form.normalized from tag_forms as form
where form.kind = 'dismissed_tags' and form.id = dismissed_tags.id and form.normalized <> dismissed_tags.normalized;
drop table tag_forms;

delete from shared_tags;
insert into shared_tags
select organization_id, tag_type, normalized from tags where deleted_at is null
group by organization_id, tag_type, normalized having count(distinct coalesce(asset_id, -location_id)) > 1;

-- What the console's search compares: key, name and description without accents. Null when they are the same as before. The rows
-- that exist get the letters of European languages; all others are complete from their next change on.
alter table assets add column search_folded text;
alter table locations add column search_folded text;
-- The search index has no part in this column.
drop trigger assets_search_update;
update assets set search_folded =
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace(search_key || char(31) || search_description, 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'),
  'ã', 'a'), 'å', 'a'), 'ā', 'a'), 'ă', 'a'), 'ą', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'ē', 'e'), 'ė',
  'e'), 'ę', 'e'), 'ě', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'ī', 'i'), 'į', 'i'), 'ó', 'o'), 'ò', 'o'),
  'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ő', 'o'), 'ō', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ű', 'u'), 'ū',
  'u'), 'ů', 'u'), 'ų', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'ñ', 'n'), 'ń', 'n'), 'ň', 'n'), 'ņ', 'n'), 'ç', 'c'), 'ć', 'c'),
  'č', 'c'), 'š', 's'), 'ś', 's'), 'ş', 's'), 'ș', 's'), 'ž', 'z'), 'ź', 'z'), 'ż', 'z'), 'ğ', 'g'), 'ģ', 'g'), 'ķ',
  'k'), 'ľ', 'l'), 'ĺ', 'l'), 'ļ', 'l'), 'ř', 'r'), 'ŕ', 'r'), 'ť', 't'), 'ț', 't'), 'ţ', 't'), 'ď', 'd'), 'ł', 'l'),
  'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ŋ', 'n'), 'ı', 'i'), 'й', 'и'), 'ё', 'е'), 'ї', 'і'), 'ß',
  'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
where search_key || search_description glob '*[^' || char(31) || ' -~]*';
update assets set search_folded = null where search_folded = search_key || char(31) || search_description;
update locations set search_folded =
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace( replace(
  replace( replace( replace(search_key || char(31) || search_description, 'ä', 'a'), 'á', 'a'), 'à', 'a'), 'â', 'a'),
  'ã', 'a'), 'å', 'a'), 'ā', 'a'), 'ă', 'a'), 'ą', 'a'), 'é', 'e'), 'è', 'e'), 'ê', 'e'), 'ë', 'e'), 'ē', 'e'), 'ė',
  'e'), 'ę', 'e'), 'ě', 'e'), 'í', 'i'), 'ì', 'i'), 'î', 'i'), 'ï', 'i'), 'ī', 'i'), 'į', 'i'), 'ó', 'o'), 'ò', 'o'),
  'ô', 'o'), 'õ', 'o'), 'ö', 'o'), 'ő', 'o'), 'ō', 'o'), 'ú', 'u'), 'ù', 'u'), 'û', 'u'), 'ü', 'u'), 'ű', 'u'), 'ū',
  'u'), 'ů', 'u'), 'ų', 'u'), 'ý', 'y'), 'ÿ', 'y'), 'ñ', 'n'), 'ń', 'n'), 'ň', 'n'), 'ņ', 'n'), 'ç', 'c'), 'ć', 'c'),
  'č', 'c'), 'š', 's'), 'ś', 's'), 'ş', 's'), 'ș', 's'), 'ž', 'z'), 'ź', 'z'), 'ż', 'z'), 'ğ', 'g'), 'ģ', 'g'), 'ķ',
  'k'), 'ľ', 'l'), 'ĺ', 'l'), 'ļ', 'l'), 'ř', 'r'), 'ŕ', 'r'), 'ť', 't'), 'ț', 't'), 'ţ', 't'), 'ď', 'd'), 'ł', 'l'),
  'ø', 'o'), 'đ', 'd'), 'ð', 'd'), 'ħ', 'h'), 'ŧ', 't'), 'ŋ', 'n'), 'ı', 'i'), 'й', 'и'), 'ё', 'е'), 'ї', 'і'), 'ß',
  'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
where search_key || search_description glob '*[^' || char(31) || ' -~]*';
update locations set search_folded = null where search_folded = search_key || char(31) || search_description;
create trigger assets_search_update after update on assets begin
  insert into search_pending values (new.organization_id, new.id, 1) on conflict do update set stamp = stamp + 1;
end;
create index assets_folded on assets (organization_id, id, search_folded) where search_folded is not null;
