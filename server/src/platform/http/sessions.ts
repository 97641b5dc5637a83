/**
 * Identifies the user of each request. Every route under /api requires a login unless its config says `access: 'public'`.
 * 'staff' and 'admin' also require the role, which is read from the database each time, so a demoted or deleted account loses
 * its rights immediately. A token holds its user, login and session number; whether it was ended early is looked up in memory
 * (`hasEnded`), never in the database. Tokens signed with a previous secret remain valid.
 */
import { createSigner, createVerifier } from 'fast-jwt';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors/refusal.ts';

export const TOKEN_DAYS = 7;

export interface TokenClaims {
  userId: number;
  /** Undefined in tokens from versions without logins. */
  loginId: number | undefined;
  sessionNumber: number;
  issuedAt: Date;
  expiresAt: Date;
}

export type Tokens = ReturnType<typeof createTokens>;

/** Tokens signed with a secret in `previous` are accepted too. */
export function createTokens(
  secret: string,
  previous: readonly string[] = [],
  hasEnded: (claims: TokenClaims) => boolean = () => false,
) {
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
        // Signed with another secret, or expired.
      }
    }
    return undefined;
  }

  return {
    issue: (userId: number, login?: { loginId: number; sessionNumber: number }): string =>
      sign({
        sub: String(userId),
        ...(login ? { jti: String(login.loginId), session: login.sessionNumber } : {}),
      }),
    /** Throws UNAUTHENTICATED if the token is invalid, expired or ended. */
    verify(token: string): TokenClaims {
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
    /** Undefined on public routes. */
    claims: TokenClaims | undefined;
  }
}

/** Throws UNAUTHENTICATED on public routes. */
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
  /** Called once the sender is known, before any query. */
  admit: (request: FastifyRequest) => void;
  /** Throws if the token does not grant the role. */
  checkRole: (claims: TokenClaims, needed: 'staff' | 'admin') => Promise<void>;
}

/** Covers all routes registered on `api` or its children. */
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
