import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { findTooMuch } from '../json/index.ts';
import { othersTurn } from '../turns/index.ts';
import { AppError, fieldError } from './app-error.ts';

/** Two of the longest documents with room for what is said of them. Files come another way, as parts of a form. */
export const bodyBytes = 4 * 1024 * 1024;
/** A body of which the reading alone takes milliseconds. */
const longBody = 50_000;
/** A form carries a document in one of its fields; to read its escapes takes longer than to read JSON. */
const formBytes = 1024 * 1024;
const formFields = 1000;
const xmlBytes = 64 * 1024;

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly takesXml?: boolean;
  }
}

/** Bodies whose text holds no NUL, so that nobody has to look for one in each of their values. */
const withoutNul = new WeakSet<object>();

export function isKnownWithoutNul(body: unknown): boolean {
  return typeof body === 'object' && body !== null && withoutNul.has(body);
}

/** How bodies are read: never more of them, nor deeper, than can be read between two requests of others. */
export function installBodyReaders(server: FastifyInstance): void {
  installXmlReader(server);
  const readJson = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, given, done) => {
    const body = String(given);
    const problem = findTooMuch(body);
    if (problem) return done(fieldError({ _schema: [problem] }, 400));
    const read = () =>
      readJson(request, body, (error, value: unknown) => {
        // Only the escape can bring one; a text that is `u0000` by chance is looked through.
        if (!body.includes('u0000') && typeof value === 'object' && value !== null) withoutNul.add(value);
        // What is done with it takes as long as reading it did: others have their turn between.
        afterOthers(body.length, () => done(error, value));
      });
    afterOthers(body.length, read);
  });
  const form = { parseAs: 'string', bodyLimit: formBytes } as const;
  server.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => {
    const fields = String(body).split('&', formFields + 1);
    if (fields.length > formFields)
      done(fieldError({ _schema: [`Must not hold more than ${formFields} fields.`] }, 400));
    else done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}

/** Documents that few calls take: they read them themselves, in a thread. */
function installXmlReader(server: FastifyInstance): void {
  server.addContentTypeParser('text/xml', { parseAs: 'string', bodyLimit: xmlBytes }, (request, body, done) => {
    if (request.routeOptions.config.takesXml) done(null, body);
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/xml'));
  });
}

function afterOthers(length: number, next: () => void): void {
  if (length < longBody) next();
  else void othersTurn().then(next);
}

/** Whether the reading and checking of a request's body takes long enough for others to have their turn before it is used. */
export function hasLongBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) >= longBody;
}

/** The fields of a form in parts, as browsers send one that was filled by a script; no more of it than of other forms. */
export async function readFormParts(request: FastifyRequest): Promise<Readonly<Record<string, string>>> {
  const fields = new Map<string, string>();
  const limits = { fields: formFields, parts: formFields, files: 0, fieldSize: formBytes };
  let bytes = 0;
  for await (const part of request.parts({ limits })) {
    const text = part.type === 'field' ? String(part.value) : '';
    bytes += part.fieldname.length + text.length;
    if (bytes > formBytes) throw fieldError({ _schema: [`Must not be longer than ${formBytes} characters.`] }, 413);
    fields.set(part.fieldname, text);
  }
  return Object.fromEntries(fields);
}

/** What an upload brings at least, by the second: lines of telephones bring a multiple of it on a bad day. */
const leastBytesPerSecond = 500;

/**
 * Ends requests whose bodies do not come to an end. A body has one deadline for all of it; of an upload a little must
 * arrive within each stretch of that length, unless it is the server that does not read on.
 */
export function installBodyDeadline(server: FastifyInstance, deadlineMs: number): void {
  server.addHook('onRequest', async (request, reply) => {
    const { raw, headers } = request;
    const { socket } = raw;
    if (headers['transfer-encoding'] === undefined && !(Number(headers['content-length']) > 0)) return;
    const leastBytes = headers['content-type']?.startsWith('multipart/')
      ? (leastBytesPerSecond * deadlineMs) / 1000
      : Number.POSITIVE_INFINITY;
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      const isPausedByUs = leastBytes !== Number.POSITIVE_INFINITY && (raw.isPaused() || raw.readableLength > 0);
      if (raw.complete || isPausedByUs || arrived >= leastBytes) return;
      clearInterval(timer);
      request.log.info({ url: request.url }, 'a body did not arrive in time');
      if (reply.sent) raw.destroy();
      else reply.header('connection', 'close').send(tooSlow());
      // The answer has its moment to leave; whoever still reads the body hears of its end.
      setTimeout(() => raw.destroy(), graceMs).unref();
    }, deadlineMs);
    timer.unref();
    raw.once('close', () => clearInterval(timer));
  });
}

const graceMs = 200;

function tooSlow(): AppError {
  const message = 'The body of the request did not arrive in time.';
  return new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message }, status: 408 });
}
