import statements from 'oracledb/lib/thin/statement.js';

/**
 * Statements are sent as they are: the driver would look through each, letter by letter, for variables that none here has, and hold
 * everybody for half a second with a long one. Once for all connections, as nothing else here uses the driver.
 */
export function sendAsWritten(): void {
  statements.Statement.prototype._prepare = prepare;
}

/** Its first word tells the driver whether it has rows. */
function prepare(this: InstanceType<typeof statements.Statement>, sql: string): void {
  this.sql = sql;
  this.sqlBytes = Buffer.from(sql);
  this.sqlLength = this.sqlBytes.length;
  this._determineStatementType(/[A-Za-z]+/.exec(sql)?.[0].toUpperCase() ?? '');
}
