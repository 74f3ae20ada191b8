/** The catalog in which a server of Spark has the schemas that one of Hive has. */
export const ownCatalog = 'spark_catalog';
