import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What a page asks for, as far as an authenticator cares. */
interface Wish {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

interface Question {
  readonly challenge: string;
  readonly allowCredentials: readonly { readonly id: string }[];
}

interface Manner {
  /** Whether it makes sure who is there. */
  readonly verifies?: boolean;
  /** The page that asks, where it is not the one it was made for. */
  readonly origin?: string;
  readonly rpId?: string;
  /** What it says of how often it was used. */
  readonly counter?: number;
}

interface Key {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly userHandle: string;
}

/** Keys of passkeys in memory, of ES256: what a phone or a stick does with a page of this address. */
export interface Authenticator {
  readonly make: (wish: Wish, manner?: Manner) => MadeKey;
  readonly show: (question: Question, manner?: Manner) => ShownKey;
}

export interface MadeKey {
  readonly id: string;
  readonly client_data: string;
  readonly attestation: string;
  readonly transports: readonly string[];
}

export interface ShownKey {
  readonly id: string;
  readonly client_data: string;
  readonly authenticator_data: string;
  readonly signature: string;
  readonly user_handle: string;
}

interface Place {
  readonly origin: string;
  readonly rpId: string;
}

const isThere = 0x01;
const isVerified = 0x04;
const hasKey = 0x40;

export function createAuthenticator(place: Place): Authenticator {
  const keys: Key[] = [];
  let used = 0;
  const dataOf = ({ verifies = true, rpId = place.rpId, counter = used }: Manner, more: number) => {
    const flags = isThere + (verifies ? isVerified : 0) + more;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  };
  const clientData = (type: string, challenge: string, { origin = place.origin }: Manner) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  return {
    make: ({ challenge, user }, manner = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      keys.push({ id: id.toString('base64url'), privateKey, userHandle: user.id });
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([dataOf(manner, hasKey), Buffer.alloc(16), length, id, coseOf(publicKey)]);
      return {
        id: id.toString('base64url'),
        client_data: clientData('webauthn.create', challenge, manner).toString('base64url'),
        attestation: attestationOf(data).toString('base64url'),
        transports: ['internal'],
      };
    },
    show: ({ challenge, allowCredentials }, manner = {}) => {
      const key = keys.find(({ id }) => allowCredentials.some((one) => one.id === id)) ?? keys.at(-1);
      if (!key) throw new Error('The authenticator has no key.');
      used += 1;
      const data = dataOf(manner, 0);
      const said = clientData('webauthn.get', challenge, manner);
      const signed = Buffer.concat([data, createHash('sha256').update(said).digest()]);
      return {
        ...{ id: key.id, client_data: said.toString('base64url'), authenticator_data: data.toString('base64url') },
        signature: createSign('sha256').update(signed).sign(key.privateKey).toString('base64url'),
        user_handle: key.userHandle,
      };
    },
  };
}

/** The public key as a CBOR map of COSE: an elliptic curve, ES256, P-256, x and y. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
  return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
}

const textOf = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** A CBOR map that attests nothing: `fmt`, an empty `attStmt`, and the data. */
function attestationOf(data: Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.from([0x59, data.length >> 8, data.length & 0xff]), data]);
  const none = [textOf('fmt'), textOf('none'), textOf('attStmt'), Buffer.from([0xa0])];
  return Buffer.concat([Buffer.from([0xa3]), ...none, textOf('authData'), bytes]);
}
