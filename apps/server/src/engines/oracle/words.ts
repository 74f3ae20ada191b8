function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Without quotes they name nothing. */
export const reservedWords = words(`
  ACCESS ADD ALL ALTER AND ANY AS ASC AUDIT BETWEEN BY CASE CHAR CHECK CLUSTER COLUMN COMMENT COMPRESS CONNECT CREATE CROSS CURRENT
  DATE DECIMAL DEFAULT DELETE DESC DISTINCT DROP ELSE END EXCEPT EXCLUSIVE EXISTS FETCH FILE FLOAT FOR FROM FULL GRANT GROUP HAVING
  IDENTIFIED IMMEDIATE IN INCREMENT INDEX INITIAL INNER INSERT INTEGER INTERSECT INTO IS JOIN LATERAL LEFT LEVEL LIKE LOCK LONG
  MAXEXTENTS MERGE MINUS MLSLABEL MODE MODIFY NATURAL NOAUDIT NOCOMPRESS NOT NOWAIT NULL NUMBER OF OFFLINE ON ONLINE OPTION OR ORDER
  OUTER OVER PCTFREE PRIOR PUBLIC RAW RENAME RESOURCE REVOKE RIGHT ROW ROWID ROWNUM ROWS SELECT SESSION SET SHARE SIZE SMALLINT SOME
  START SUCCESSFUL SYNONYM SYSDATE TABLE THEN TO TRIGGER UID UNION UNIQUE UPDATE USER USING VALIDATE VALUES VARCHAR VARCHAR2 VIEW WHEN
  WHENEVER WHERE WITH
`);

/** Words that count a sequence up, or tell of another one's session. */
export const closedWords = words('NEXTVAL CURRVAL USERENV ORA_INVOKING_USER ORA_INVOKING_USERID');

/** The server's own functions that say nothing but about their arguments, the rows and the moment. */
export const openFunctions = words(`
  abs acos add_months any_value approx_count approx_count_distinct approx_median approx_percentile approx_rank approx_sum ascii
  asciistr asin atan atan2 avg bin_to_num bit_and_agg bit_or_agg bit_xor_agg bitand bitmap_bit_position bitmap_bucket_number
  bitmap_construct_agg bitmap_count bitmap_or_agg cardinality cast ceil checksum chr coalesce collation compose concat convert
  corr corr_k corr_s cos cosh cosine_distance count covar_pop covar_samp cume_dist current_timestamp decode decompose dense_rank
  every exp extract first first_value floor from_tz greatest grouping grouping_id group_id hextoraw inner_product initcap instr
  instr2 instr4 instrb instrc is_json json json_array json_arrayagg json_equal json_exists json_mergepatch json_object json_objectagg
  json_query json_scalar json_serialize json_textcontains json_transform json_value kurtosis_pop kurtosis_samp l1_distance l2_distance
  lag last last_day last_value lead least length length2 length4 lengthb lengthc listagg ln lnnvl localtimestamp log lower lpad
  ltrim max median min mod months_between nanvl nchr new_time next_day nls_initcap nls_lower nls_upper nlssort nth_value ntile
  nullif numtodsinterval numtoyminterval nvl nvl2 ora_hash percent_rank percentile_cont percentile_disc power rank ratio_to_report
  rawtohex rawtonhex regexp_count regexp_instr regexp_like regexp_replace regexp_substr regr_avgx regr_avgy regr_count regr_intercept
  regr_r2 regr_slope regr_sxx regr_sxy regr_syy remainder replace round row_number rowidtochar rowidtonchar rpad rtrim sign sin sinh
  skewness_pop skewness_samp soundex sqrt standard_hash stats_mode stddev stddev_pop stddev_samp substr substr2 substr4 substrb
  substrc sum sys_connect_by_path sys_extract_utc tan tanh time_bucket to_binary_double to_binary_float to_blob to_boolean to_char
  to_clob to_date to_dsinterval to_multi_byte to_nchar to_nclob to_number to_single_byte to_timestamp to_timestamp_tz
  to_utc_timestamp_tz to_vector to_yminterval translate trim trunc tz_offset unistr upper validate_conversion var_pop var_samp
  variance vector_dimension_count vector_distance vector_norm vector_serialize vsize width_bucket
`);

/** Not functions: what stands before brackets in types, groups, frames and lists. */
export const typeWords = words(`
  binary_double binary_float blob boolean char character clob columns cube day dec decimal float hour interval keep long minute month
  national nchar nclob number numeric nvarchar2 path raw real rollup second sets time timestamp urowid varchar varchar2 varray vector
  year zone
`);

/** Schemas of the server itself, which tell of accounts, sessions and the SQL of others. */
export const closedSchemas = words(`
  anonymous appqossys audsys ctxsys dbsfwuser dbsnmp dgpdb_int dip dvf dvsys exfsys ggsharedcap ggsys gsmadmin_internal gsmcatuser
  gsmrootuser gsmuser lbacsys mddata mdsys mgmt_view ojvmsys olapsys oracle_ocm ordata orddata ordplugins ordsys outln owbsys public
  remote_scheduler_agent si_informtn_schema spatial_csw_admin_usr spatial_wfs_admin_usr sys sys$umf sysbackup sysdg syskm sysman sysrac
  system tsmsys vecsys wmsys xdb xs$null
`);

/** Packages of the server: a function of theirs that takes nothing is called without brackets, as a column is named. */
export const closedPackages =
  /^(?:utl_|dbms_|ctx_|owa$|owa_|htp$|htf$|apex_|wwv_|sdo_|xmltype$|httpuritype$|uritype$|urifactory$|wpg_|standard$)/i;
