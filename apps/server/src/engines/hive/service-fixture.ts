import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import hive from 'hive-driver';
import thrift from 'thrift';

type Request = Readonly<Record<string, unknown>>;

/** What the server answers to a question by its name, as the protocol's structures; null leaves it open. */
export type Answer = (question: string, request: Request) => object | null;

export interface HiveService {
  readonly port: number;
  /** Names of questions with the statement of those that have one. */
  readonly heard: readonly string[];
  /** What was given to sign in; over HTTP, with each question. */
  readonly signIns: readonly string[];
  /** How questions over HTTP say who asks. */
  readonly authorizations: readonly string[];
  /** Paths and cookies of questions over HTTP. */
  readonly requests: readonly string[];
  /** Ends all connections, as a server does that is started again. */
  cutConnections(): void;
  stop(): Promise<void>;
}

const types = hive.thrift.TCLIService_types;
const done = { status: new types.TStatus({ statusCode: 0 }) };
const guid = Buffer.alloc(16, 1);

/** A handle as the protocol has it, for sessions and for operations. */
export const handles = {
  session: { sessionId: new types.THandleIdentifier({ guid, secret: guid }) },
  operation: { operationId: new types.THandleIdentifier({ guid, secret: guid }), operationType: 0, hasResultSet: true },
};

const questions = [
  ...['OpenSession', 'GetInfo', 'ExecuteStatement', 'GetOperationStatus', 'GetResultSetMetadata', 'FetchResults'],
  ...['CancelOperation', 'CloseOperation', 'CloseSession'],
] as const;

/** What most tests do not look at: sessions open, statements end at once. */
const usual: Readonly<Record<string, object>> = {
  OpenSession: {
    ...done,
    serverProtocolVersion: 7,
    sessionHandle: new types.TSessionHandle(handles.session),
  },
  GetInfo: { ...done, infoValue: new types.TGetInfoValue({ stringValue: 'Spark SQL' }) },
  ExecuteStatement: { ...done, operationHandle: new types.TOperationHandle(handles.operation) },
  GetOperationStatus: { ...done, operationState: types.TOperationState.FINISHED_STATE },
  CancelOperation: done,
  CloseOperation: done,
  CloseSession: done,
};

export interface ServiceWays {
  readonly isWelcome?: boolean;
  readonly isSasl?: boolean;
  readonly isHttp?: boolean;
}

/** A program that speaks the protocol as Spark's Thrift server does, framed after signing in by SASL. */
export async function startHiveService(
  answer: Answer,
  { isWelcome = true, isSasl = true, isHttp = false }: ServiceWays = {},
): Promise<HiveService> {
  const heard: string[] = [];
  const signIns: string[] = [];
  const requests: string[] = [];
  const authorizations: string[] = [];
  const sockets = new Set<Socket>();
  const processor = new hive.thrift.TCLIService.Processor(
    Object.fromEntries(
      questions.map((question) => [
        question,
        (request: Request, reply: (error: Error | null, response: object) => void) => {
          const { statement } = request;
          heard.push(typeof statement === 'string' ? `${question} ${statement}` : question);
          const isSetting = typeof statement === 'string' && /^(?:SET|USE) /.test(statement);
          const said = isSetting ? undefined : answer(question, request);
          if (said === null) return;
          reply(null, new types[`T${question}Resp`]({ ...done, ...(said ?? usual[question]) }));
        },
      ]),
    ),
  );
  const server = isHttp
    ? createHttpServer((request, response) => {
        authorizations.push(request.headers.authorization ?? '');
        answerRequest(request, response, { processor, signIns, isWelcome, requests });
      })
    : createServer();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    if (isHttp) return;
    if (isSasl) speak(socket, { processor, signIns, isWelcome });
    else speakBare(socket, processor);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    // A server on loopback has an address.
    port: (server.address() as AddressInfo).port,
    heard,
    signIns,
    authorizations,
    requests,
    cutConnections,
    stop: () =>
      new Promise((resolve) => {
        cutConnections();
        server.close(() => resolve());
      }),
  };
}

interface Speaking {
  readonly processor: { process(input: object, output: object): void };
  readonly signIns: string[];
  readonly isWelcome: boolean;
}

function speak(socket: Socket, { processor, signIns, isWelcome }: Speaking): void {
  let heard = Buffer.alloc(0);
  let isSignedIn = false;
  socket.on('data', (part: Buffer) => {
    heard = Buffer.concat([heard, part]);
    for (;;) {
      const head = isSignedIn ? 4 : 5;
      if (heard.length < head || heard.length < head + heard.readUInt32BE(head - 4)) return;
      const status = heard[0];
      const body = heard.subarray(head, head + heard.readUInt32BE(head - 4));
      heard = heard.subarray(head + body.length);
      if (isSignedIn) process(processor, body, socket);
      else if (status === 2) {
        signIns.push(body.toString().replaceAll('\u0000', '|'));
        isSignedIn = isWelcome;
        const words = isWelcome ? '' : 'PLAIN auth failed: no such account';
        socket.write(Buffer.concat([Buffer.from([isWelcome ? 5 : 3, 0, 0, 0, words.length]), Buffer.from(words)]));
      }
    }
  });
}

/** Each message is a request, and its answer that to the request. */
function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { processor, signIns, isWelcome, requests }: Speaking & { readonly requests: string[] },
): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const [, name = ''] = /^Basic (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    signIns.push(Buffer.from(name, 'base64').toString());
    requests.push(`${request.url} ${request.headers.cookie ?? '-'}`);
    if (!isWelcome) return void response.writeHead(401).end('Authentication Error');
    const body = Buffer.concat(parts);
    const input = new thrift.TBufferedTransport();
    Object.assign(input, { inBuf: body, writeCursor: body.length });
    const output = new thrift.TBufferedTransport(undefined, (message = Buffer.alloc(0)) => {
      const headers = {
        'Content-Type': 'application/x-thrift',
        'Set-Cookie': 'hive.server2.auth=abc; Path=/; HttpOnly',
      };
      response.writeHead(200, headers).end(message);
    });
    processor.process(new thrift.TBinaryProtocol(input), new thrift.TBinaryProtocol(output));
  });
}

/** Without signing in, one message follows the other. */
function speakBare(socket: Socket, processor: Speaking['processor']): void {
  const output = new thrift.TBufferedTransport(undefined, (message) => void socket.write(message ?? ''));
  const hear = thrift.TBufferedTransport.receiver((input) => {
    processor.process(new thrift.TBinaryProtocol(input), new thrift.TBinaryProtocol(output));
    input.commitPosition();
  }, 0);
  socket.on('data', hear);
}

function process(processor: Speaking['processor'], body: Buffer, socket: Socket): void {
  const input = new thrift.TBufferedTransport();
  Object.assign(input, { inBuf: body, writeCursor: body.length });
  const output = new thrift.TBufferedTransport(undefined, (message = Buffer.alloc(0)) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(message.length, 0);
    // In two parts: a network keeps none together.
    socket.write(Buffer.concat([length, message.subarray(0, 3)]));
    setImmediate(() => socket.write(message.subarray(3)));
  });
  processor.process(new thrift.TBinaryProtocol(input), new thrift.TBinaryProtocol(output));
}

interface TypedColumn {
  readonly name: string;
  /** As the protocol numbers it. */
  readonly type: number;
  readonly qualifiers?: Readonly<Record<string, number>>;
}

export function columnsOf(columns: readonly TypedColumn[]): object {
  const described = columns.map(({ name, type, qualifiers }, index) => {
    const numbers = Object.entries(qualifiers ?? {}).map(([key, i32Value]) => [
      key,
      new types.TTypeQualifierValue({ i32Value }),
    ]);
    const primitiveEntry = new types.TPrimitiveTypeEntry({
      type,
      ...(qualifiers ? { typeQualifiers: new types.TTypeQualifiers({ qualifiers: Object.fromEntries(numbers) }) } : {}),
    });
    const typeDesc = new types.TTypeDesc({ types: [new types.TTypeEntry({ primitiveEntry })] });
    return new types.TColumnDesc({ columnName: name, typeDesc, position: index + 1 });
  });
  return { schema: new types.TTableSchema({ columns: described }) };
}

/** How far a statement is, of one. */
export function progressOf(progressedPercentage: number): object {
  const told = { headerNames: [], rows: [], status: 1, footerSummary: '', startTime: 0, progressedPercentage };
  return { progressUpdateResponse: new types.TProgressUpdateResp(told) };
}

/** Rows as the protocol carries them; `nulls` has a bit for each row, the lowest for the first. */
export function rowsOf(
  columns: readonly { kind: string; values: readonly unknown[]; nulls?: number }[],
  hasMoreRows = false,
): object {
  const sets = columns.map(({ kind, values, nulls = 0 }) => {
    const Kind =
      types[
        `T${kind === 'i64Val' ? 'I64' : kind.replace('Val', '').replace(/^./, (letter) => letter.toUpperCase())}Column`
      ];
    return new types.TColumn({ [kind]: new Kind({ values, nulls: Buffer.from([nulls]) }) });
  });
  return { hasMoreRows, results: new types.TRowSet({ startRowOffset: 0, rows: [], columns: sets }) };
}
