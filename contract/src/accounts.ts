import { z } from 'zod';
import { id, nameText, text } from './http.ts';

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 128;

export const role = z.enum(['USER', 'ADMIN']);
export type Role = z.infer<typeof role>;

export const user = z.object({ id, name: z.string(), email: z.string(), role }).meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** Who booked or changed something, in answers to administrators. */
export const userSummary = z.object({ id, name: z.string(), email: z.string() });
export type UserSummary = z.infer<typeof userSummary>;

export const emailAddress = text('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'At most 254 characters')
  .regex(z.regexes.unicodeEmail, 'Please enter a valid email')
  .refine((value) => /\.[^.\s@]+$/.test(value), 'Please enter a valid email');

export const newPassword = text('Password is required')
  .min(1, 'Password is required')
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`);

export const signupRequest = z.object({
  name: nameText(100, 'Name is required'),
  email: emailAddress,
  password: newPassword,
});

export const loginRequest = z.object({
  email: emailAddress,
  password: text('Password is required')
    .min(1, 'Password is required')
    .max(PASSWORD_MAX, `At most ${PASSWORD_MAX} characters`),
});

export const session = z.object({ token: z.string(), user });
export type Session = z.infer<typeof session>;
