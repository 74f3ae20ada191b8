/**
 * Functions of StarRocks and Apache Doris that tell of their arguments alone. Missing on purpose: what reads a table that a text
 * names (`dict_mapping`, `dictionary_get`, `dict_get`), asks other services (`ai_…`), or tells of the servers and of others' queries
 * (`inspect_…`, `get_query_profile`).
 */
function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Of both. */
export const analyticalFunctions = names(`
  abs acos any_value append_trailing_char_if_absent approx_count_distinct array array_agg array_avg array_concat array_contains
  array_cum_sum array_difference array_distinct array_filter array_intersect array_join array_length array_map array_max array_min
  array_position array_remove array_slice array_sort array_sortby array_sum arrays_overlap ascii asin atan atan2 avg bin bit_and
  bit_or bit_xor bit_shift_left bit_shift_right bitand bitmap_agg bitmap_and bitmap_andnot bitmap_contains bitmap_count bitmap_empty
  bitmap_from_string bitmap_has_any bitmap_hash bitmap_intersect bitmap_max bitmap_min bitmap_not bitmap_or bitmap_subset_in_range
  bitmap_subset_limit bitmap_to_array bitmap_to_string bitmap_union bitmap_union_count bitmap_union_int bitmap_xor bitnot bitor
  bitxor cardinality cast cbrt ceil ceiling char char_length character_length coalesce concat concat_ws conv convert_tz corr cos cosh
  cosine_similarity count covar covar_samp crc32 cube cume_dist curdate current_date current_time current_timestamp curtime database
  date date_add date_ceil date_floor date_format date_sub date_trunc datediff day day_ceil day_floor dayname dayofmonth dayofweek
  dayofyear days_add days_diff days_sub degrees dense_rank e element_at elt ends_with exp explode_split field find_in_set
  first_value floor fmod format from_base64 from_days from_unixtime get_json_double get_json_int get_json_string greatest
  group_concat grouping grouping_id hex histogram hll_cardinality hll_empty hll_hash hll_raw_agg hll_union hll_union_agg hour
  hour_ceil hour_floor hours_add hours_diff hours_sub if ifnull instr intersect_count inet_aton isnull json_array json_exists
  json_keys json_length json_object json_query lag last_day last_value lcase lead least left length ln locate log log10 log2 lower
  lpad ltrim makedate map map_agg map_keys map_size map_values max max_by md5 md5sum median microseconds_add microseconds_diff
  microseconds_sub milliseconds_diff min min_by minute minute_ceil minute_floor minutes_add minutes_diff minutes_sub mod money_format
  month month_ceil month_floor monthname months_add months_diff months_sub multi_distinct_count multi_distinct_sum murmur_hash3_32
  named_struct ndv negative next_day now ntile null_or_empty nullif nvl parse_url percent_rank percentile percentile_approx
  percentile_cont pi pmod positive pow power quarter radians rand random rank regexp_extract regexp_extract_all regexp_replace repeat
  replace retention reverse right rollup round row_number rpad rtrim schema sec_to_time second second_ceil second_floor seconds_add
  seconds_diff seconds_sub sets sha2 sign sin sinh sm3 space split split_part sqrt square starts_with stddev stddev_pop stddev_samp
  str_to_date strcmp strleft strright struct sub_bitmap subdate substr substring substring_index sum sum_distinct tan tanh time_to_sec
  timediff timestamp timestampadd timestampdiff to_base64 to_bitmap to_date to_days topn trim truncate typeof ucase unhex
  unix_timestamp upper url_decode url_encode utc_timestamp uuid uuid_numeric values var_pop var_samp variance variance_pop
  variance_samp version week week_ceil week_floor weekday weekofyear weeks_add weeks_diff weeks_sub width_bucket window_funnel year
  year_ceil year_floor years_add years_diff years_sub yearweek adddate addtime area base64 unnest_bitmap array_append array_to_bitmap
  map_concat map_from_arrays row sleep rpad to_json
`);

export const starrocksFunctions = names(`
  all_match any_match approx_top_k array_contains_all array_contains_seq array_flatten array_generate array_repeat array_top_n
  array_unique_agg base64_decode_binary base64_decode_string bitmap_to_base64 bool_or boolor_agg bool_and date_diff date_slice
  dceil dexp dfloor dlog1 dlog10 distinct_map_keys dpow dround dsqrt ds_hll_count_distinct equiwidth_bucket from_unixtime_ms
  get_json_bool get_json_object hex_decode_binary hex_decode_string is_ipv4 iscurrent jodatime_format json_contains
  json_each json_pretty json_remove json_set json_string json_to_string l2_distance approx_l2_distance approx_cosine_similarity
  mann_whitney_u_test map_apply map_filter map_from_entries map_entries milliseconds_add milliseconds_sub ngram_search
  ngram_search_case_insensitive parse_datetime parse_json percentile_approx_weighted percentile_cont percentile_disc percentile_disc_lc
  percentile_empty percentile_hash percentile_union previous_day quarters_add quarters_sub quarters_diff regexp regexp_count regexp_position
  regexp_split seconds_ceil sequence str2date str_to_jodatime str_to_map strpos substring_from tdigest time_format time_slice
  timestamp_add timestamp_diff to_binary from_binary to_datetime to_datetime_ntz to_iso8601 to_tera_date to_tera_timestamp transform
  translate trunc unixtime_to_timestamp url_extract_host url_extract_parameter week_iso weekofyear_iso xx_hash3_64 xx_hash3_128
  xx_hash32 yearweek_iso inet_ntoa
`);

export const dorisFunctions = names(`
  array_apply array_combinations array_compact array_count array_cross_product array_cum_sum array_enumerate array_enumerate_uniq
  array_except array_exists array_first array_first_index array_last array_last_index array_popback array_popfront array_product
  array_pushback array_pushfront array_range array_repeat array_reverse_sort array_reverse array_shuffle array_split array_union
  array_with_constant array_zip arrays_zip auto_partition_name bit_count bit_length bitmap_from_array bitmap_from_base64
  bitmap_has_all bitmap_remove bitmap_to_base64 bool_or bool_and collect_list collect_set compress concat_map cosine_distance
  count_by_enum count_equal countequal date_time dceil decode dexp dfloor dlog1 dlog10 dpow dround dsqrt elementat entropy
  export_set extract_url_parameter firstnonnull format_number format_round from_iso8601_date from_microsecond from_millisecond from_second
  gcd get_json_bigint group_array group_array_intersect group_bit_and group_bit_or group_bit_xor group_concat hll_from_base64
  hll_to_base64 hours_between initcap inner_product insert interval ipv4_cidr_to_range ipv4_num_to_string ipv4_string_to_num
  ipv4_to_ipv6 ipv6_num_to_string ipv6_string_to_num is_ip_address_in_range is_ipv4_string is_ipv6_string is_nan is_inf
  is_uuid isinf isnan json_contains json_exists_path json_extract json_extract_bigint json_extract_bool json_extract_double
  json_extract_int json_extract_isnull json_extract_largeint json_extract_string json_insert json_parse json_parse_error_to_null
  json_quote json_replace json_search json_set json_type json_unquote json_valid jsonb_extract jsonb_extract_bigint jsonb_extract_bool
  jsonb_extract_double jsonb_extract_int jsonb_extract_isnull jsonb_extract_largeint jsonb_extract_string jsonb_exists_path jsonb_parse
  jsonb_parse_error_to_null jsonb_parse_error_to_value jsonb_type jsonb_valid kurt kurtosis kurt_pop l1_distance l2_distance lcm levenshtein
  linear_histogram map_agg_v1 map_contains_entry map_contains_key map_contains_value map_entries mask max_filter
  microsecond microsecond_timestamp millisecond_timestamp milliseconds_add milliseconds_sub mid minutes_between murmur_hash3_64
  ngram_search non_nullable not_null_or_empty nullable octet_length orthogonal_bitmap_intersect orthogonal_bitmap_intersect_count
  orthogonal_bitmap_union_count parse_data_size parse_url percentile_approx_weighted percentile_array percentile_reservoir period_add period_diff
  position protocol quantile_percent quantile_state_empty quantile_union quarter_ceil quarter_floor quarters_add quarters_diff quarters_sub
  quote random_bytes regexp regexp_count regexp_extract_or_null regexp_replace_one rlike sec second_timestamp sequence_count sequence_match
  sha sha1 sign signbit size skew skew_pop skewness sm3sum sort_by split_by_regexp split_by_string st_area_square_meters strpos
  struct_element strright substring_length sub_replace subtime timestamp time time_format to_iso8601 to_ipv4 to_ipv4_or_default
  to_ipv4_or_null to_ipv6 to_monday to_quantile_state to_seconds tokenize translate trunc unicode_normalize uncompress
  utc_date utc_time uuid_to_int int_to_uuid xpath_string xxhash_32 xxhash_64 year_of_week yow
`);
