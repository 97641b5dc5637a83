/**
 * Which user sent a request. Every route under /api needs a login unless its config says `access: 'public'`; 'staff' and
 * 'admin' also need the role, read from the database on each request so that a demoted or deleted account loses its rights
 * at once. A token names its user, its login and the user's session number, which tell whether it was ended early; that is
 * looked up in memory (`hasEnded`), never in the database. Tokens signed with a previous secret are still accepted.
 */
import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/refusal.ts';

export const TOKEN_DAYS = 7;

export interface TokenClaims {
  userId: number;
  /** None in tokens of versions that did not know logins. */
  loginId: number | undefined;
  sessionNumber: number;
  issuedAt: Date;
  expiresAt: Date;
}

export interface Tokens {
  issue(userId: number, login?: { loginId: number; sessionNumber: number }): string;
  /** Refuses with UNAUTHENTICATED. */
  verify(token: string): TokenClaims;
}

interface TokenSettings {
  previous?: readonly string[];
  hasEnded?: (claims: TokenClaims) => boolean;
}

export function createTokens(secret: string, { previous = [], hasEnded = () => false }: TokenSettings = {}): Tokens {
  const sign = createSigner({ key: secret, algorithm: 'HS256', expiresIn: TOKEN_DAYS * 86_400_000 });
  const verifiers = [secret, ...previous].map((key) => createVerifier({ key, algorithms: ['HS256'], cache: 10_000 }));

  function read(token: string): TokenClaims | undefined {
    for (const verify of verifiers) {
      try {
        const { sub, jti, session, iat, exp } = verify(token) as {
          sub: string;
          jti?: string;
          session?: number;
          iat: number;
          exp: number;
        };
        return {
          userId: Number(sub),
          loginId: jti === undefined ? undefined : Number(jti),
          sessionNumber: session ?? 0,
          issuedAt: new Date(iat * 1000),
          expiresAt: new Date(exp * 1000),
        };
      } catch {
        // Not signed with this one, or expired.
      }
    }
    return undefined;
  }

  return {
    issue: (userId, login) =>
      sign({
        sub: String(userId),
        ...(login ? { jti: String(login.loginId), session: login.sessionNumber } : {}),
      }),
    verify(token) {
      const claims = read(token);
      if (!claims || hasEnded(claims)) throw new Refusal('UNAUTHENTICATED');
      return claims;
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: 'public' | 'customer' | 'staff' | 'admin';
  }
  interface FastifyRequest {
    userId: number;
    /** Undefined where no login is needed. */
    claims: TokenClaims | undefined;
  }
}

/** Of a request that needed a login. */
export function claimsOf(request: FastifyRequest): TokenClaims {
  if (!request.claims) throw new Refusal('UNAUTHENTICATED');
  return request.claims;
}

function bearerToken(request: FastifyRequest): string {
  const match = /^Bearer +([\w.-]+)$/i.exec(request.headers.authorization ?? '');
  if (!match?.[1]) throw new Refusal('UNAUTHENTICATED');
  return match[1];
}

interface SessionDeps {
  tokens: Tokens;
  /** Called as soon as it is known who sent the request, before the database is asked anything. */
  admit: (request: FastifyRequest) => void;
  /** Refuses when this token is not good for what needs the role. */
  checkRole: (claims: TokenClaims, needed: 'staff' | 'admin') => Promise<void>;
}

/** Guards all routes registered on `api` and below. */
export function registerSessions(api: FastifyInstance, { tokens, admit, checkRole }: SessionDeps): void {
  api.decorateRequest('userId', 0);
  api.decorateRequest('claims', undefined);
  api.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access ?? 'customer';
    if (access === 'public' || request.is404) return admit(request);
    request.claims = tokens.verify(bearerToken(request));
    request.userId = request.claims.userId;
    admit(request);
    if (access !== 'customer') await checkRole(request.claims, access);
  });
}
