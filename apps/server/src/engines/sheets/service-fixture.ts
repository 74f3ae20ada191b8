import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GivenSheet {
  readonly csv: string;
  /** Only whoever comes with a token may read it. */
  readonly isPrivate?: boolean;
  /** Where it sends on to, instead of answering. */
  readonly location?: string;
  readonly status?: number;
  readonly type?: string;
  /** It never answers. */
  readonly isSilent?: boolean;
}

export interface SheetsService {
  readonly url: string;
  /** Methods, paths and authorizations of what was asked. */
  readonly heard: readonly string[];
  /** Claims of whoever asked for a token. */
  readonly assertions: readonly string[];
  /** By their documents' ids. */
  readonly sheets: Map<string, GivenSheet>;
  stop(): Promise<void>;
}

const token = 'token-1';

/** A program that stands in for Google's two services: what gives sheets as CSV, and what gives tokens for signed statements. */
export async function startSheetsService(): Promise<SheetsService> {
  const heard: string[] = [];
  const assertions: string[] = [];
  const sheets = new Map<string, GivenSheet>();
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    heard.push([method, url, headers.authorization ?? '-'].join(' '));
    if (url === '/token') return void giveToken(request, response, assertions);
    const id = /^\/(?:spreadsheets\/d|moved)\/(?:e\/)?([\w-]+)/.exec(url)?.[1] ?? '';
    giveSheet(response, sheets.get(id), { isMoved: url.startsWith('/moved/'), authorization: headers.authorization });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on loopback has an address.
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, heard, assertions, sheets },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Asked {
  readonly isMoved: boolean;
  readonly authorization: string | undefined;
}

function giveSheet(response: ServerResponse, sheet: GivenSheet | undefined, { isMoved, authorization }: Asked): void {
  if (!sheet) return void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<p>Not found</p>');
  if (sheet.isSilent) return;
  if (sheet.location && !isMoved) return void response.writeHead(307, { Location: sheet.location }).end();
  if (sheet.isPrivate && authorization !== `Bearer ${token}`)
    return void response.writeHead(302, { Location: 'https://accounts.google.com/ServiceLogin' }).end();
  response.writeHead(sheet.status ?? 200, { 'Content-Type': sheet.type ?? 'text/csv' }).end(sheet.csv);
}

function giveToken(request: IncomingMessage, response: ServerResponse, assertions: string[]): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    assertions.push(new URLSearchParams(Buffer.concat(parts).toString()).get('assertion') ?? '');
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ access_token: token, expires_in: 3600 }));
  });
}

/** The address of a document's sheet, as people copy it. */
export function addressOf(id: string, gid = 0): string {
  return `https://docs.google.com/spreadsheets/d/${id}/edit?usp=sharing#gid=${gid}`;
}
