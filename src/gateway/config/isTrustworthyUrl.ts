/** Hosts of the loopback interface, as URL writes them. See RFC 1122 section 3.2.1.3 and RFC 4291 section 2.5.3. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;

/** Whether a URL of http or https is potentially trustworthy: https or loopback. See Secure Contexts section 3.2. */
export function isTrustworthyUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || LOOPBACK.test(hostname);
}
