/** Which functions a statement may call. What is in neither list must be a function that people made in the database. */

function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** They reach files, keys, locks, other sessions or servers, or change what the next statement finds. */
const refused = names(`
  load_file benchmark get_lock release_lock release_all_locks is_free_lock is_used_lock master_pos_wait master_gtid_wait
  source_pos_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids binlog_gtid_pos gtid_subset gtid_subtract
  wsrep_last_seen_gtid wsrep_last_written_gtid wsrep_sync_wait_upto_gtid nextval setval lastval des_encrypt des_decrypt encrypt
  decode_histogram name_const sys_exec sys_eval sys_get sys_set do_system lib_mysqludf_sys_info roles_graphml
  get_dd_column_privileges ps_thread_id ps_current_thread_id format_pico_time statement_digest statement_digest_text
  internal_table_rows internal_data_length internal_index_length icu_version
`);

const refusedBeginnings = [
  'keyring_',
  'asymmetric_',
  'group_replication_',
  'internal_',
  'can_access_',
  'mysql_',
  'audit_',
  'version_tokens_',
  'service_',
  'spider_',
  'mask_',
  'sys_',
];

/** They exist whatever the name beside them says, and tell only of their arguments. */
const exceptions = names('sys_guid');

export function isRefusedFunction(name: string): boolean {
  const low = name.toLowerCase();
  if (exceptions.has(low)) return false;
  return refused.has(low) || refusedBeginnings.some((beginning) => low.startsWith(beginning));
}

/** The servers' own functions, of this and of older releases. */
const native = names(`
  abs acos adddate addtime add_months aes_decrypt aes_encrypt any_value ascii asin atan atan2 avg bin bin_to_uuid bit_and bit_count
  bit_length bit_or bit_xor cast ceil ceiling character_length char char_length charset chr coalesce coercibility collation
  column_add column_check column_create column_delete column_exists column_get column_json column_list compress concat concat_ws
  connection_id contains conv convert convert_tz cos cot count crc32 crc32c cume_dist curdate current_date current_role
  current_time current_timestamp current_user curtime database date datediff date_add date_format date_sub day dayname dayofmonth
  dayofweek dayofyear decode default degrees dense_rank distance elt encode exp export_set extract extractvalue field find_in_set
  first_value floor format format_bytes found_rows from_base64 from_days from_unixtime from_vector get_format greatest
  group_concat grouping hex hour if ifnull inet6_aton inet6_ntoa inet_aton inet_ntoa insert instr interval is_ipv4
  is_ipv4_compat is_ipv4_mapped is_ipv6 is_uuid isnull json json_array json_arrayagg json_array_append json_array_insert
  json_array_intersect json_compact json_contains json_contains_path json_depth json_detailed json_equals json_exists
  json_extract json_insert json_key_value json_keys json_length json_loose json_merge json_merge_patch json_merge_preserve
  json_normalize json_object json_object_filter_keys json_object_to_array json_objectagg json_overlaps json_pretty json_query
  json_quote json_remove json_replace json_schema_valid json_schema_validation_report json_search json_set json_storage_free
  json_storage_size json_type json_unquote json_valid json_value kdf lag last_day last_insert_id last_value lcase lead least left
  length lengthb ln localtime localtimestamp locate log log10 log2 lower lpad ltrim makedate maketime make_set max md5 median
  microsecond mid min minute mod month monthname natural_sort_key now nth_value ntile nullif nvl nvl2 oct octet_length
  old_password ord password percentile_cont percentile_disc percent_rank period_add period_diff pi position pow power quarter
  quote radians rand random_bytes rank regexp_instr regexp_like regexp_replace regexp_substr repeat replace reverse right round
  row_count row_number rpad rtrim schema schemas second sec_to_time session_user sformat sha sha1 sha2 sign sin sleep soundex
  space sqrt std stddev stddev_pop stddev_samp strcmp string_to_vector str_to_date subdate substr substring substring_index
  subtime sum sysdate system_user sys_guid tan time timediff timestamp timestampadd timestampdiff time_format time_to_sec
  to_base64 to_char to_date to_days to_number to_seconds to_vector trim truncate ucase uncompress uncompressed_length unhex
  unix_timestamp updatexml upper user utc_date utc_time utc_timestamp uuid uuid_short uuid_to_bin uuid_v4 uuid_v7
  validate_password_strength values var_pop var_samp variance vec_distance vec_distance_cosine vec_distance_euclidean
  vec_fromtext vec_totext vector_dim vector_to_string version week weekday weekofyear weight_string year yearweek
  area asbinary astext aswkb aswkt boundary buffer centroid convexhull crosses dimension disjoint endpoint envelope equals
  exteriorring geomcollfromtext geomcollfromwkb geometrycollection geometrycollectionfromtext geometrycollectionfromwkb
  geometryfromtext geometryfromwkb geometryn geometrytype geomfromtext geomfromwkb glength interiorringn intersects isclosed
  isempty isring issimple linefromtext linefromwkb linestring linestringfromtext linestringfromwkb mbrcontains mbrcoveredby
  mbrcovers mbrdisjoint mbrequal mbrequals mbrintersects mbroverlaps mbrtouches mbrwithin mlinefromtext mlinefromwkb mpointfromtext
  mpointfromwkb mpolyfromtext mpolyfromwkb multilinestring multilinestringfromtext multilinestringfromwkb multipoint
  multipointfromtext multipointfromwkb multipolygon multipolygonfromtext multipolygonfromwkb numgeometries numinteriorrings
  numpoints overlaps point pointfromtext pointfromwkb pointn pointonsurface polyfromtext polyfromwkb polygon polygonfromtext
  polygonfromwkb srid startpoint touches within x y
`);

/** All functions whose names begin so work on shapes alone. */
const shapeFunctions = /^st_[a-z0-9_]+$/;

export function isShapeFunction(lowName: string): boolean {
  return shapeFunctions.test(lowName);
}

export function isNativeFunction(name: string): boolean {
  const low = name.toLowerCase();
  return native.has(low) || isShapeFunction(low);
}

/** For completion. */
export function listNativeFunctions(): readonly string[] {
  return [...native];
}
