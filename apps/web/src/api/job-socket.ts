import { asyncEventsSocket, type WireAsyncMessage } from '@powerset/contract';

/** How long a page waits before it opens a WebSocket that closed again, and how often in a row. */
export const reconnectDelayMs = 2500;
export const maxReconnects = 6;
/** A line on which two beats of the server were missed does not hold. */
const silenceMs = asyncEventsSocket.beatMs * 2.5;

/** What of a browser's WebSocket is used. */
export type SocketLike = Pick<WebSocket, 'close' | 'onmessage' | 'onclose'>;

export interface JobSocketParts {
  readonly open: (address: string) => SocketLike;
  readonly pause: (ms: number) => Promise<void>;
  readonly isWanted: () => boolean;
  readonly lastId: () => string | null;
  readonly take: (message: WireAsyncMessage) => void;
}

/** Why a WebSocket is followed no longer: nobody waits, the session has ended, or it cannot be had. */
export type SocketEnd = 'idle' | 'ended' | 'lost';

/** Follows the events at the address, and opens the WebSocket again as often as it may, as long as somebody waits. */
export async function followSocket(address: string, parts: JobSocketParts): Promise<SocketEnd> {
  let failures = 0;
  while (parts.isWanted()) {
    const { code, wasGreeted } = await oneConnection(withLastId(address, parts.lastId()), parts);
    if (!parts.isWanted()) break;
    if (code === asyncEventsSocket.endedCode) return 'ended';
    if (wasGreeted) failures = 0;
    if (failures === maxReconnects) return 'lost';
    failures += 1;
    await parts.pause(reconnectDelayMs);
  }
  return 'idle';
}

interface Connection {
  readonly code: number;
  /** A server of ours was there; what merely opened may be anybody. */
  readonly wasGreeted: boolean;
}

function oneConnection(address: string, { open, isWanted, take }: JobSocketParts): Promise<Connection> {
  return new Promise((resolve) => {
    let wasGreeted = false;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const end = (code: number) => {
      clearTimeout(silence);
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
      resolve({ code, wasGreeted });
    };
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end(0), silenceMs);
    };
    const socket = open(address);
    socket.onclose = ({ code }) => end(code);
    socket.onmessage = ({ data }) => {
      const message = readMessage(data);
      if (!message) return end(0);
      wasGreeted = true;
      listen();
      take(message);
      // The line is kept until the server's next beat: filters ask one after the other.
      if (!('job_id' in message) && !isWanted()) end(0);
    };
    listen();
  });
}

/** What is no message of ours comes from somebody else, and ends the connection. */
function readMessage(data: unknown): WireAsyncMessage | null {
  try {
    const message: unknown = JSON.parse(String(data));
    const isOurs = typeof message === 'object' && message !== null && 'channel_id' in message;
    // The server's own messages have the declared shape.
    return isOurs ? (message as WireAsyncMessage) : null;
  } catch {
    return null;
  }
}

function withLastId(address: string, lastId: string | null): string {
  return lastId ? `${address}?${new URLSearchParams({ last_id: lastId })}` : address;
}

/** The address of a WebSocket, from the page's own where only a path is given. */
export function toSocketAddress(address: string, page: string): string {
  const url = new URL(address, page);
  url.protocol = url.protocol.replace(/^http/, 'ws');
  return url.href;
}
