/**
 * Known demo passwords are for a person at this machine: whatever came through a proxy or a tunnel, or asks for another host
 * than this machine, is answered as if the password were wrong, in the same time and counted like any other wrong one.
 */
import type { FastifyRequest } from 'fastify';
import type { Api } from '../../platform/http.ts';
import { randomPassword } from '../auth/passwords.ts';
import { demoLogins } from './demo-data.ts';

const LOOPBACK_ADDRESS = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
const FORWARDING_HEADER = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/;

const knownPasswords = new Set<string>(Object.values(demoLogins).map(({ password }) => password));

function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.host ?? '') &&
    !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
  );
}

/** Before the login itself. */
export function keepDemoLoginsAtThisMachine(api: Api): void {
  api.addHook('preHandler', async (request) => {
    if (request.routeOptions.url !== '/api/auth/login') return;
    const login = request.body as { password: string };
    if (knownPasswords.has(login.password) && !isFromThisMachine(request)) login.password = randomPassword();
  });
}
