import type { Duplex } from 'node:stream';
import hive from 'hive-driver';
import thrift from 'thrift';
import type { RawColumn } from '../remote/index.ts';
import { HiveFailure } from './errors.ts';
import { HttpStream } from './http-stream.ts';
import { type ConnectionSettings, openStream } from './sasl-stream.ts';
import { type ColumnSet, nativeTypeOf } from './values.ts';

type Driver = InstanceType<typeof hive.HiveDriver>;
export type SessionHandle = Awaited<ReturnType<Driver['openSession']>>['sessionHandle'];
export type OperationHandle = Awaited<ReturnType<Driver['executeStatement']>>['operationHandle'];
type Status = Awaited<ReturnType<Driver['openSession']>>['status'];

export interface OperationState {
  readonly isRunning: boolean;
  /** Of one, as far as the server tells. */
  readonly fraction: number | null;
}

export interface FetchedRows {
  readonly rowCount: number;
  readonly isMoreTold: boolean;
  readonly columns: readonly ColumnSet[];
}

const { TProtocolVersion, TStatusCode, TOperationState, TFetchOrientation, TGetInfoType } =
  hive.thrift.TCLIService_types;
const running: ReadonlySet<number> = new Set([
  TOperationState.INITIALIZED_STATE,
  TOperationState.RUNNING_STATE,
  TOperationState.PENDING_STATE,
]);

const leaveTimeoutMs = 5000;

/** One connection, and what can be asked on it: one question after the other. This is the one file that knows the driver. */
export class Connection {
  private readonly gone: Promise<never>;
  /** It outlives what it was opened by: over HTTP, and with some servers. */
  private left: SessionHandle | null = null;
  private isClosed = false;

  private constructor(
    private readonly driver: Driver,
    private readonly stream: Duplex,
  ) {
    this.gone = new Promise((_resolve, reject) => {
      // The driver leaves those waiting who asked before the connection broke.
      stream.once('close', () => reject(stream.errored ?? lostConnection()));
    });
    this.gone.catch(() => undefined);
  }

  static async open(settings: ConnectionSettings, signal: AbortSignal): Promise<Connection> {
    const stream = settings.httpPath === null ? await openStream(settings, signal) : new HttpStream(settings);
    hushWarnings();
    const messages = new thrift.Connection(stream as never, {
      transport: thrift.TBufferedTransport,
      protocol: thrift.TBinaryProtocol,
    });
    // What cannot be read comes as an error of the driver's, and nothing after it can be.
    messages.on('error', (error: Error) => stream.destroy(error));
    const client = thrift.createClient(hive.thrift.TCLIService, messages);
    stream.emit('connect');
    return new Connection(new hive.HiveDriver(hive.thrift.TCLIService_types, client as never), stream);
  }

  get isBroken(): boolean {
    return this.isClosed || this.stream.destroyed;
  }

  async openSession(
    { user, password, keepsSessions = false }: ConnectionSettings & { readonly keepsSessions?: boolean },
    signal: AbortSignal,
  ): Promise<SessionHandle> {
    const session = await this.ask(
      this.driver.openSession({
        client_protocol: TProtocolVersion.HIVE_CLI_SERVICE_PROTOCOL_V8,
        username: user,
        ...(password === null ? {} : { password }),
      }),
      signal,
    );
    if (keepsSessions || this.stream instanceof HttpStream) this.left = session.sessionHandle;
    return session.sessionHandle;
  }

  /** What the server calls itself. */
  async readName(sessionHandle: SessionHandle, signal: AbortSignal): Promise<string> {
    const infoType = TGetInfoType.CLI_DBMS_NAME;
    const { infoValue } = await this.ask(this.driver.getInfo({ sessionHandle, infoType }), signal);
    return String((infoValue as { readonly stringValue?: string }).stringValue ?? '');
  }

  async start(sessionHandle: SessionHandle, statement: string, signal?: AbortSignal): Promise<OperationHandle> {
    const request = { sessionHandle, statement, runAsync: true };
    return (await this.ask(this.driver.executeStatement(request), signal)).operationHandle;
  }

  /** How far it is. The server waits with its answer for a while, in case the operation ends meanwhile. */
  async stateOf(operationHandle: OperationHandle, signal: AbortSignal): Promise<OperationState> {
    const question = this.driver.getOperationStatus({ operationHandle, getProgressUpdate: true });
    const { operationState = -1, errorMessage, sqlState, progressUpdateResponse } = await this.ask(question, signal);
    if (operationState !== TOperationState.FINISHED_STATE && !running.has(operationState))
      throw new HiveFailure(errorMessage ?? '', {
        sqlState: sqlState ?? '',
        isStopped: operationState === TOperationState.CANCELED_STATE || operationState === TOperationState.CLOSED_STATE,
      });
    const fraction = progressUpdateResponse?.progressedPercentage;
    return { isRunning: running.has(operationState), fraction: typeof fraction === 'number' ? fraction : null };
  }

  async readColumns(operationHandle: OperationHandle, signal: AbortSignal): Promise<readonly RawColumn[]> {
    const { schema } = await this.ask(this.driver.getResultSetMetadata({ operationHandle }), signal);
    return (schema?.columns ?? []).map(({ columnName, typeDesc }) => ({
      name: columnName,
      nativeType: nativeTypeOf(typeDesc.types[0]?.primitiveEntry),
    }));
  }

  async fetch(operationHandle: OperationHandle, maxRows: number, signal: AbortSignal): Promise<FetchedRows> {
    const request = { operationHandle, orientation: TFetchOrientation.FETCH_NEXT, maxRows, fetchType: 0 };
    const { results, hasMoreRows = false } = await this.ask(this.driver.fetchResults(request), signal);
    // The driver's own types leave out what the generated code reads.
    const columns = (results?.columns ?? []) as unknown as readonly ColumnSet[];
    const [first] = columns.map((column) => Object.values(column).find((part) => part !== null));
    return { rowCount: first?.values.length ?? 0, isMoreTold: hasMoreRows, columns };
  }

  async cancel(operationHandle: OperationHandle, signal: AbortSignal): Promise<void> {
    await this.ask(this.driver.cancelOperation({ operationHandle }), signal);
  }

  async finish(operationHandle: OperationHandle, signal: AbortSignal): Promise<void> {
    await this.ask(this.driver.closeOperation({ operationHandle }), signal);
  }

  /** Most servers end the session, and what runs in it, when its connection ends; others, and all over HTTP, have to be told. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    const { left } = this;
    const leaving = left && !this.stream.destroyed ? this.leave(left) : Promise.resolve();
    leaving.catch(() => undefined).finally(() => this.stream.destroy());
  }

  private async leave(sessionHandle: SessionHandle): Promise<void> {
    await this.ask(this.driver.closeSession({ sessionHandle }), AbortSignal.timeout(leaveTimeoutMs));
  }

  private async ask<T extends { readonly status: Status }>(question: Promise<T>, signal?: AbortSignal): Promise<T> {
    const answer = await withSignal(Promise.race([question, this.gone]), signal);
    const { statusCode, errorMessage, sqlState, infoMessages } = answer.status;
    if (statusCode === TStatusCode.SUCCESS_STATUS || statusCode === TStatusCode.SUCCESS_WITH_INFO_STATUS) return answer;
    const words = errorMessage ?? infoMessages?.[0] ?? '';
    throw new HiveFailure(words, { sqlState: sqlState ?? '', isStopped: false });
  }
}

/** The driver makes buffers in a way of which Node warns once: whoever reads the log can do nothing about it. */
function hushWarnings(): void {
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  new thrift.TBufferedTransport();
  process.noDeprecation = noDeprecation;
}

/** Whoever is told to stop leaves at once: the driver's questions cannot be taken back. */
async function withSignal<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return answer;
  let leave = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
  try {
    return await Promise.race([answer, aborted]);
  } finally {
    signal.removeEventListener('abort', leave);
    answer.catch(() => undefined);
  }
}

function lostConnection(): Error {
  return Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' });
}
