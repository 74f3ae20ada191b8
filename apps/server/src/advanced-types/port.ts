/** Ports by the names of their services. */
const ports: Readonly<Record<string, number>> = {
  'ftp-data': 20,
  ftp: 21,
  ssh: 22,
  telnet: 23,
  smtp: 25,
  dns: 53,
  http: 80,
  kerberos: 88,
  pop3: 110,
  nntp: 119,
  ntp: 123,
  imap: 143,
  imap2: 143,
  snmp: 161,
  ldap: 389,
  https: 443,
  smtps: 465,
  submission: 587,
  ldaps: 636,
  'kerberos-adm': 749,
  ftps: 990,
  telnets: 992,
  imaps: 993,
  pop3s: 995,
};

const highest = 65_535;

/** The number of a port given by number or name. */
export function readPort(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return ports[text.toLowerCase()];
  const number = Number(text);
  return number <= highest ? number : undefined;
}
