/** What the host may ask of the page, by name. */
export type HostMethods = Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => unknown>>;

/** The line to the page that shows ours in a frame. */
export interface HostLine {
  /** The guest's token, once the host has given one; the latest. */
  readonly token: () => Promise<string>;
  /** Another token than this one; null when the host gives none in time. */
  readonly renewed: (old: string) => Promise<string | null>;
  /** What the host is answered from now on; the answer takes it back. What it asked before is answered now. */
  readonly answerWith: (methods: HostMethods) => () => void;
  readonly emit: (method: string, args: unknown) => void;
  /** Asks the host; undefined when there is none. */
  readonly ask: (method: string, args: unknown) => Promise<unknown>;
}

export interface HostLineParts {
  /** Calls with each port that a host hands over. */
  readonly onPort: (take: (port: MessagePort) => void) => void;
  /** Why no host will ever come; undefined where one may. */
  readonly findRefusal: () => string | undefined;
  readonly pause: (ms: number) => Promise<void>;
  /** How long another token is waited for. */
  readonly patienceMs: number;
}

interface Waiting {
  readonly method: string;
  readonly args: unknown;
  readonly messageId: unknown;
}

/** What one asks of the other, and answers; both sides speak alike. */
interface Message {
  readonly switchboardAction?: unknown;
  readonly method?: unknown;
  readonly messageId?: unknown;
  readonly args?: unknown;
  readonly result?: unknown;
}

/** More questions are not kept for later. */
const maxWaiting = 100;

export function createHostLine(parts: HostLineParts): HostLine {
  const line = new Line(parts);
  parts.onPort((port) => line.open(port));
  return {
    token: () => line.token(),
    renewed: (old) => line.renewed(old),
    answerWith: (methods) => line.answerWith(methods),
    emit: (method, args) => line.send({ switchboardAction: 'emit', method, args }),
    ask: (method, args) => line.ask(method, args),
  };
}

class Line {
  private port: MessagePort | null = null;
  private latest: string | null = null;
  private methods: HostMethods | null = null;
  private waiting: Waiting[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly asked = new Map<string, (result: unknown) => void>();
  private count = 0;

  constructor(private readonly parts: HostLineParts) {}

  open(port: MessagePort): void {
    this.port?.close();
    this.port = port;
    port.onmessage = ({ data }) => this.take(data);
    port.start();
  }

  async token(): Promise<string> {
    const refusal = this.parts.findRefusal();
    if (refusal !== undefined) throw new Error(refusal);
    while (this.latest === null) await this.nextToken();
    return this.latest;
  }

  async renewed(old: string): Promise<string | null> {
    const late = this.parts.pause(this.parts.patienceMs).then(() => null);
    const other = async () => {
      while (this.latest === null || this.latest === old) await this.nextToken();
      return this.latest;
    };
    return Promise.race([other(), late]);
  }

  answerWith(methods: HostMethods): () => void {
    this.methods = methods;
    const waiting = this.waiting;
    this.waiting = [];
    for (const question of waiting) void this.answer(question);
    return () => {
      if (this.methods === methods) this.methods = null;
    };
  }

  ask(method: string, args: unknown): Promise<unknown> {
    if (!this.port) return Promise.resolve(undefined);
    this.count += 1;
    const messageId = `m_powerset_${this.count}`;
    const answer = new Promise((resolve) => {
      this.asked.set(messageId, resolve);
    });
    this.send({ switchboardAction: 'get', method, messageId, args });
    return answer;
  }

  send(message: object): void {
    this.port?.postMessage(message);
  }

  private nextToken(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.listeners.delete(done);
        resolve();
      };
      this.listeners.add(done);
    });
  }

  private take(data: unknown): void {
    if (typeof data !== 'object' || data === null) return;
    const { switchboardAction: action, method, messageId, args, result }: Message = data;
    if (action === 'reply' || action === 'error') {
      this.asked.get(String(messageId))?.(result);
      this.asked.delete(String(messageId));
      return;
    }
    if (typeof method !== 'string' || (action !== 'get' && action !== 'emit')) return;
    if (method === 'guestToken') {
      this.takeToken(args);
      return;
    }
    const question = { method, args, messageId: action === 'get' ? messageId : undefined };
    if (this.methods) void this.answer(question);
    else if (this.waiting.length < maxWaiting) this.waiting.push(question);
  }

  private takeToken(args: unknown): void {
    const given: unknown = isRecord(args) ? args.guestToken : undefined;
    if (typeof given !== 'string' || given === '') return;
    this.latest = given;
    for (const listener of this.listeners) listener();
  }

  private async answer({ method, args, messageId }: Waiting): Promise<void> {
    const known = this.methods && Object.hasOwn(this.methods, method) ? this.methods[method] : undefined;
    try {
      if (!known) throw new Error(`The embedded page knows no "${method}".`);
      const result = await known(isRecord(args) ? args : {});
      if (messageId !== undefined) this.send({ switchboardAction: 'reply', messageId, result });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      if (messageId !== undefined) this.send({ switchboardAction: 'error', messageId, error: text });
    }
  }
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null;
}
