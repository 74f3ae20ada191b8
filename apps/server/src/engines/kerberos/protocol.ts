/** For which server a ticket is wanted, and who asks. */
export interface TicketTarget {
  /** What the directory calls its service: `hive`, `HTTP`. */
  readonly service: string;
  readonly host: string;
  /** Null asks as whoever the ticket cache or the keytab names first. */
  readonly principal: string | null;
}

export interface Step {
  /** What is sent to the server, in base64; empty where nothing is. */
  readonly token: string;
  readonly isComplete: boolean;
}

/** What the child can be asked, by the names of its calls; all bytes are in base64. */
export interface Calls {
  /** One token for a header, after which nothing is remembered. */
  readonly negotiate: { readonly asked: TicketTarget; readonly answer: string };
  readonly begin: { readonly asked: TicketTarget & { readonly talk: number }; readonly answer: Step };
  readonly step: { readonly asked: TalkPart; readonly answer: Step };
  readonly unwrap: { readonly asked: TalkPart; readonly answer: string };
  readonly wrap: { readonly asked: TalkPart; readonly answer: string };
  readonly end: { readonly asked: { readonly talk: number }; readonly answer: null };
}

export type CallName = keyof Calls;

interface TalkPart {
  readonly talk: number;
  readonly bytes: string;
}

export interface ToChild {
  readonly id: number;
  readonly call: CallName;
  readonly asked: unknown;
}

export type FromChild =
  | { readonly id: number; readonly answer: unknown }
  /** `missing`: the package is not there, or not for this machine. */
  | { readonly id: number; readonly failure: { readonly isMissing: boolean; readonly message: string } };
