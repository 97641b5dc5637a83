/**
 * Determines a client's address: the connection's, or behind trusted proxies the one that the outermost of them reports. Rate
 * limits use the network, because whoever has one IPv6 address has its whole /64.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** None, the number of hops, or the proxies' networks. */
export type TrustedProxies = false | number | readonly string[];

/** Returns a test for trusted proxies. Hop 0 is the connection itself. */
export function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === false) return () => false;
  return typeof trusted === 'number' ? (_, hop) => hop < trusted : proxyAddr.compile([...trusted]);
}

/** Returns undefined if the connection is gone, or if a trusted proxy reports something other than an address. */
export function createAddressOf(trusted: TrustedProxies): (request: IncomingMessage) => string | undefined {
  const isTrusted = trustOf(trusted);
  return (request) => {
    const address: string | undefined =
      trusted === false ? request.socket.remoteAddress : proxyAddr(request, isTrusted);
    return address !== undefined && isIP(address) ? address : undefined;
  };
}

const ADDRESS_WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d*)?$/;

/** Some proxies forward `192.0.2.7:4711` or `[2001:db8::1]:443`. With the port, each connection would be limited separately. */
export function removeForwardedPorts({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return;
  const addresses = String(forwarded)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => part.replace(ADDRESS_WITH_PORT, '$1$2'));
  if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
  else delete headers['x-forwarded-for'];
}

export function isNetwork(text: string): boolean {
  try {
    proxyAddr.compile(text);
    return true;
  } catch {
    return false;
  }
}

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const FORWARDING_HEADER = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/;

/**
 * False for anything that came through a proxy or tunnel, or that names another host. A proxy that adds no headers is
 * recognised by HTTP/1.0, which nginx uses by default. If a proxy is trusted, any request may have come through it.
 */
export function isFromThisMachine(
  { headers, socket, httpVersionMajor, httpVersionMinor }: IncomingMessage,
  trustedProxies: TrustedProxies,
): boolean {
  return (
    trustedProxies === false &&
    !(httpVersionMajor === 1 && httpVersionMinor === 0) &&
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
  );
}

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns `192.0.2.7` for an IPv4 address, `2001:db8:0:1::/64` for IPv6, and anything else unchanged. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return address;
  const [head = '', tail] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const lastGroups = tail ?? [];
  const zeros = 8 - head.length - lastGroups.length - (plain.includes('.') ? 1 : 0);
  const groups = [...head, ...Array<string>(tail ? zeros : 0).fill('0'), ...lastGroups];
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
