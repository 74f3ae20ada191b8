function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Reserved words that stand in queries. Without quotes they name nothing. */
export const queryWords = words(`
  ALL AND ANY AS ASC BETWEEN BY CASE COALESCE COLLATE CONTAINS CONVERT CROSS CURRENT CURRENT_DATE CURRENT_TIME
  CURRENT_TIMESTAMP CURRENT_USER DESC DISTINCT DOUBLE ELSE END ESCAPE EXCEPT EXISTS FETCH FOR FREETEXT FROM FULL GROUP HAVING
  IN INNER INTERSECT IS JOIN LEFT LIKE NATIONAL NOT NULL NULLIF OF ON OPTION OR ORDER OUTER OVER PERCENT PIVOT PRECISION
  RIGHT SELECT SOME TABLESAMPLE THEN TOP TRY_CONVERT UNION UNPIVOT VALUES VARYING WHEN WHERE WITH WITHIN
`);

/**
 * The other reserved words, which have no place in a query. A statement begins with one of them, and none needs a semicolon
 * before it: wherever one stands, a statement could begin.
 */
export const closedWords = words(`
  ADD ALTER AUTHORIZATION BACKUP BEGIN BREAK BROWSE BULK CASCADE CHECK CHECKPOINT CLOSE CLUSTERED COLUMN COMMIT COMPUTE
  CONSTRAINT CONTAINSTABLE CONTINUE CREATE CURSOR DATABASE DBCC DEALLOCATE DECLARE DEFAULT DELETE DENY DISK DISTRIBUTED DROP
  DUMP ERRLVL EXEC EXECUTE EXIT EXTERNAL FILE FILLFACTOR FOREIGN FREETEXTTABLE FUNCTION GOTO GRANT HOLDLOCK IDENTITY
  IDENTITYCOL IDENTITY_INSERT IF INDEX INSERT INTO KEY KILL LINENO LOAD MERGE NOCHECK NONCLUSTERED OFF OFFSETS OPEN OPENDATASOURCE
  OPENQUERY OPENROWSET OPENXML PLAN PRIMARY PRINT PROC PROCEDURE PUBLIC RAISERROR READ READTEXT RECONFIGURE REFERENCES
  REPLICATION RESTORE RESTRICT RETURN REVERT REVOKE ROLLBACK ROWCOUNT ROWGUIDCOL RULE SAVE SCHEMA SECURITYAUDIT
  SEMANTICKEYPHRASETABLE SEMANTICSIMILARITYDETAILSTABLE SEMANTICSIMILARITYTABLE SESSION_USER SET SETUSER SHUTDOWN STATISTICS
  SYSTEM_USER TABLE TEXTSIZE TO TRAN TRANSACTION TRIGGER TRUNCATE TSEQUAL UNIQUE UPDATE UPDATETEXT USE USER VIEW WAITFOR WHILE
  WRITETEXT
`);

/** Words that other engines have for what is a plain name here: what follows them would be read in two ways. */
export const foreignWords = words('EXPLAIN JSON_TABLE LATERAL LIMIT MATCH_RECOGNIZE UNNEST USING');

/** The server's own functions that say nothing but about their arguments, the rows and the moment. */
export const openFunctions = words(`
  abs acos any_value approx_count_distinct approx_percentile_cont approx_percentile_disc ascii asin atan atn2 avg base64_decode
  base64_encode binary_checksum bit_count cast ceiling char charindex checksum checksum_agg choose coalesce compress concat
  concat_ws contains convert cos cot count count_big cume_dist current_date current_timestamp current_timezone
  current_timezone_id datalength date_bucket dateadd datediff datediff_big datefromparts datename datepart datetime2fromparts
  datetimefromparts datetimeoffsetfromparts datetrunc day decompress degrees dense_rank difference edit_distance
  edit_distance_similarity eomonth exp first_value floor format format_message freetext get_bit getdate getutcdate greatest
  grouping grouping_id hashbytes iif isdate isjson isnull isnumeric jaro_winkler_distance jaro_winkler_similarity json_array
  json_arrayagg json_modify json_object json_objectagg json_path_exists json_query json_value lag last_value lead least left
  left_shift len log log10 lower ltrim max min month nchar newid ntile nullif patindex percent_rank percentile_cont
  percentile_disc pi power quotename radians rand rank regexp_count regexp_instr regexp_like regexp_replace regexp_substr
  replace replicate reverse right right_shift round row_number rtrim sign sin smalldatetimefromparts soundex space sqrt square
  stdev stdevp str string_agg string_escape stuff substring sum switchoffset sysdatetime sysdatetimeoffset sysutcdatetime tan
  timefromparts todatetimeoffset translate trim try_cast try_convert unicode upper var varp year
`);

/** Not functions: what stands before brackets in types and groups. */
export const typeWords = words(`
  binary char character cube datetime2 datetimeoffset dec decimal float nchar numeric nvarchar real rollup sets time varbinary
  varchar vector
`);

/** They give rows of their arguments. */
export const openTableFunctions = words('generate_series openjson regexp_matches regexp_split_to_table string_split');

/** They take no locks, or say how a query is read. */
export const tableHints = words(
  'FORCESCAN FORCESEEK NOEXPAND NOLOCK READCOMMITTED READCOMMITTEDLOCK READPAST READUNCOMMITTED',
);

/** All words that stand in brackets behind a table's name too, without WITH before them. */
export const bareHints = new Set([
  ...tableHints,
  ...words('HOLDLOCK NOWAIT PAGLOCK REPEATABLEREAD ROWLOCK SERIALIZABLE SNAPSHOT TABLOCK TABLOCKX UPDLOCK XLOCK'),
]);

export const queryHints = words('MAXDOP MAXRECURSION RECOMPILE');

/** Views of the oldest releases, which are found in any schema and tell of accounts, sessions and the SQL of others. */
export const oldSystemViews = words(`
  sysaltfiles syscacheobjects syscharsets syscolumns syscomments sysconfigures sysconstraints syscurconfigs syscursorcolumns
  syscursorrefs syscursors syscursortables sysdatabases sysdepends sysdevices sysfilegroups sysfiles sysforeignkeys
  sysfulltextcatalogs sysindexes sysindexkeys syslanguages syslockinfo syslogins sysmembers sysmessages sysobjects sysoledbusers
  sysopentapes sysperfinfo syspermissions sysprocesses sysprotects sysreferences sysremotelogins syssegments sysservers systypes
  sysusers sysxlogins
`);
