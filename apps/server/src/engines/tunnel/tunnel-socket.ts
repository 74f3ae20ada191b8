import { Duplex } from 'node:stream';
import type { ClientChannel } from 'ssh2';

/** An address as the SSH server finds it. */
export interface Behind {
  readonly host: string;
  readonly port: number;
}

export type OpenChannel = (place: Behind) => Promise<ClientChannel>;

/** A stream through the tunnel, with as much of a socket as drivers use: they connect it and then write. */
export class TunnelSocket extends Duplex {
  connecting = false;
  bytesRead = 0;
  leadsTo: Behind | null = null;
  private channel: ClientChannel | null = null;
  private onChannel: (channel: ClientChannel) => void = () => undefined;
  private hasEnded = false;

  constructor(private readonly openChannel: OpenChannel) {
    super({ allowHalfOpen: false });
  }

  connect(port: number, host: string): this {
    this.connecting = true;
    this.leadsTo = { host, port };
    this.openChannel(this.leadsTo).then(
      (channel) => this.lead(channel),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    this.channel?.resume();
  }

  override _write(part: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.withChannel((channel) => {
      // One that is closing takes nothing, and says nothing of it.
      if (channel.writable) channel.write(part, done);
      else this.destroy(cutConnection());
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.channel?.writable) this.channel.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.connecting = false;
    this.channel?.destroy();
    done(error);
  }

  private withChannel(work: (channel: ClientChannel) => void): void {
    if (this.channel) work(this.channel);
    else this.onChannel = work;
  }

  private lead(channel: ClientChannel): void {
    channel.on('error', (error: Error) => this.destroy(error));
    if (this.destroyed) {
      channel.destroy();
      return;
    }
    this.channel = channel;
    this.connecting = false;
    channel.on('data', (part: Buffer) => {
      this.bytesRead += part.length;
      if (!this.push(part)) channel.pause();
    });
    channel.on('end', () => {
      this.hasEnded = true;
      this.push(null);
    });
    channel.on('close', () => {
      if (!this.hasEnded) this.destroy(cutConnection());
    });
    this.emit('connect');
    this.emit('ready');
    this.onChannel(channel);
  }
}

/** As a network says it: drivers know it, and what only reads is asked again. */
export function cutConnection(): Error {
  return Object.assign(new Error('The SSH tunnel was cut.'), { code: 'ECONNRESET' });
}
