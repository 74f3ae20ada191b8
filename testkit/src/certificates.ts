import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate and its key, as files of PEM. */
export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Somebody who signs certificates, with a file of his own. */
export interface Authority {
  readonly caFile: string;
  /** One for a name of a person or program, or for addresses. */
  issue(request: {
    readonly file: string;
    readonly name: string;
    readonly addresses?: readonly string[];
  }): CertificateFiles;
}

const openssl = (...args: readonly string[]) => execFileSync('openssl', [...args], { stdio: 'pipe' });
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const;

/** Its files lie in the folder, under its name. */
export function makeAuthority(folder: string, name = 'authority'): Authority {
  const [caFile, caKey] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  openssl('req', '-x509', ...newKey, '-days', '2', '-keyout', caKey, '-out', caFile, '-subj', `/CN=${name}`);
  return {
    caFile,
    issue: ({ file, name: subject, addresses = [] }) => {
      const at = (ending: string) => join(folder, `${file}.${ending}`);
      const [certFile, keyFile, asked, said] = [at('pem'), at('key'), at('csr'), at('ext')];
      openssl('req', ...newKey, '-keyout', keyFile, '-out', asked, '-subj', `/CN=${subject}`);
      const names = ['DNS:localhost', ...addresses.map((address) => `IP:${address}`)];
      writeFileSync(said, `subjectAltName=${names.join(',')}\n`);
      const signed = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', said];
      openssl('x509', '-req', '-in', asked, '-out', certFile, ...signed);
      return { certFile, keyFile };
    },
  };
}
