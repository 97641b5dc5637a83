/**
 * Which user sent a request. Every route under /api needs a login unless its config says `access: 'public'`;
 * `access: 'admin'` also needs the role ADMIN, read from the database on each request so that a demoted or deleted
 * account loses its rights at once. A token only holds the id of the user to whom it was issued.
 */
import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const TOKEN_DAYS = 7;

export interface TokenClaims {
  userId: number;
  expiresAt: Date;
}

export interface Tokens {
  issue(userId: number): string;
  /** Refuses with UNAUTHENTICATED. */
  verify(token: string): TokenClaims;
}

export function createTokens(secret: string): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: TOKEN_DAYS * 86_400_000 });
  const verify = createVerifier({ key: secret, algorithms: ['HS256'], cache: 10_000 });
  return {
    issue: (userId) => sign({ sub: String(userId) }),
    verify(token) {
      try {
        const { sub, exp } = verify(token) as { sub: string; exp: number };
        return { userId: Number(sub), expiresAt: new Date(exp * 1000) };
      } catch {
        throw new Refusal('UNAUTHENTICATED');
      }
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: 'public' | 'customer' | 'admin';
  }
  interface FastifyRequest {
    userId: number;
  }
}

function bearerToken(request: FastifyRequest): string {
  const match = /^Bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '');
  if (!match?.[1]) throw new Refusal('UNAUTHENTICATED');
  return match[1];
}

interface SessionParts {
  tokens: Tokens;
  /** Called as soon as it is known who sent the request, before the database is asked anything. */
  admit: (request: FastifyRequest) => void;
  findUser: (userId: number) => Promise<{ role: string } | undefined>;
}

/** Guards all routes registered on `api` and below. */
export function registerSessions(api: FastifyInstance, { tokens, admit, findUser }: SessionParts): void {
  api.decorateRequest('userId', 0);
  api.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'customer';
    if (access === 'public' || request.is404) return admit(request);
    request.userId = tokens.verify(bearerToken(request)).userId;
    admit(request);
    if (access !== 'admin') return;
    const user = await findUser(request.userId);
    if (!user) throw new Refusal('UNAUTHENTICATED');
    if (user.role !== 'ADMIN') throw new Refusal('FORBIDDEN');
  });
}
