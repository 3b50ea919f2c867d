/** Hosts whose traffic does not leave the machine, as URL writes them. See RFC 1122 section 3.2.1.3 and RFC 4291 section 2.5.3. */
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;

/** Whether nobody on the way can change what is fetched from a URL of http or https. */
export function isPrivateUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || LOOPBACK.test(hostname);
}
