/**
 * From which address a request comes: that of the connection, or behind proxies that are trusted the one that the last of
 * them names. Limits count by network, because whoever has one address of IPv6 has all of its /64.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

/** None, how many hops, or the networks of the proxies. */
export type TrustedProxies = false | number | readonly string[];

/** Whether the address of the so-many-th hop, from 0 at the connection, is that of a trusted proxy. */
export function trustOf(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === false) return () => false;
  return typeof trusted === 'number' ? (_, hop) => hop < trusted : proxyAddr.compile([...trusted]);
}

/** Returns undefined when the connection is already gone, or when a trusted proxy names something that is no address. */
export function createAddressOf(trusted: TrustedProxies): (request: IncomingMessage) => string | undefined {
  const isTrusted = trustOf(trusted);
  return (request) => {
    const address: string | undefined =
      trusted === false ? request.socket.remoteAddress : proxyAddr(request, isTrusted);
    return address !== undefined && isIP(address) ? address : undefined;
  };
}

const ADDRESS_WITH_PORT = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d*)?$/;

/** Some proxies forward `192.0.2.7:4711` or `[2001:db8::1]:443`; limits would then count every connection apart. */
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
 * Whatever came through a proxy or a tunnel, or asks for another host than this machine, is not. A proxy that adds no header
 * is told by HTTP/1.0, which nginx speaks unless it is configured otherwise; where a proxy is trusted, any request may have
 * come through it.
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

/** `192.0.2.7` for an address of IPv4, `2001:db8:0:1::/64` for one of IPv6; anything else as it is. */
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
