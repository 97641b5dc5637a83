import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAddressOf, isNetwork, networkOf, type TrustedProxies } from './client-address.ts';

describe('the network for rate limits', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:DB8:0:1::2', '2001:db8:0:1::/64'],
    ['2001:0db8::1:0:0:0:2', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::2', '2001:db8:0:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['user 7', 'user 7'],
  ])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));
});

describe('the address behind proxies', () => {
  const addressOf = (trusted: TrustedProxies, forwardedFor: string, remoteAddress = '127.0.0.1') =>
    createAddressOf(trusted)({
      headers: { 'x-forwarded-for': forwardedFor },
      socket: { remoteAddress },
    } as unknown as IncomingMessage);

  it("is the connection's if no proxy is trusted", () => {
    expect(addressOf(false, '192.0.2.7')).toBe('127.0.0.1');
  });

  it('is the one reported by the last of the given hops, ignoring what the client made up', () => {
    expect(addressOf(1, '203.0.113.9, 192.0.2.7')).toBe('192.0.2.7');
    expect(addressOf(2, '203.0.113.9, 192.0.2.7')).toBe('203.0.113.9');
  });

  it('is the first outside the trusted networks', () => {
    expect(addressOf(['127.0.0.1/8', '10.0.0.0/8'], '203.0.113.9, 192.0.2.7, 10.1.2.3')).toBe('192.0.2.7');
    expect(addressOf(['10.0.0.0/8'], '192.0.2.7', '198.51.100.1')).toBe('198.51.100.1');
  });

  it('networks are addresses, ranges or the predefined names', () => {
    for (const network of ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', 'loopback', 'uniquelocal'])
      expect(isNetwork(network)).toBe(true);
    for (const text of ['10.0.0.0/99', 'my-proxy', '']) expect(isNetwork(text)).toBe(false);
  });
});
