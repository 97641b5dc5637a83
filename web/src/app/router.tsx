import type { ComponentType } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, Navigate, redirect } from 'react-router';
import { withTexts } from '../lib/until-loaded.ts';
import { customerPages } from './customer-pages.ts';
import { LoggedOutOnly, RequireAdmin, RequireSession, RequireStaff } from './guards.tsx';
import { PageColumn, SiteLayout } from './layout/site-layout.tsx';
import { LoginPage } from './pages/account/login-page.tsx';
import { MoviesPage } from './pages/customer/movies-page.tsx';
import { FirstLoad } from './pages/first-load.tsx';
import { RouteError } from './pages/route-error.tsx';

const toMovies = <Navigate to="/movies" replace />;
const lazyRoute = (path: string, Component: () => Promise<ComponentType>) => ({
  path,
  lazy: { Component: () => withTexts(Component) },
});

const adminRoutes = {
  path: 'admin',
  Component: RequireStaff,
  children: [
    {
      lazy: { Component: async () => (await import('./layout/admin-area-layout.tsx')).AdminAreaLayout },
      children: [
        {
          path: 'check-in',
          errorElement: <RouteError />,
          lazy: { Component: async () => (await import('./pages/admin/check-in-page.tsx')).CheckInPage },
        },
        {
          Component: RequireAdmin,
          errorElement: <RouteError />,
          children: [
            {
              index: true,
              lazy: { Component: async () => (await import('./pages/admin/dashboard-page.tsx')).DashboardPage },
            },
            lazyRoute('tonight', async () => (await import('./pages/admin/tonight-page.tsx')).TonightPage),
            lazyRoute('cinemas', async () => (await import('./pages/admin/cinemas-page.tsx')).CinemasPage),
            lazyRoute(
              'movies',
              async () => (await import('./pages/admin/movie-management-page.tsx')).MovieManagementPage,
            ),
            lazyRoute('screens', async () => (await import('./pages/admin/screens-page.tsx')).ScreensPage),
            lazyRoute('shows', async () => (await import('./pages/admin/shows-page.tsx')).ShowsPage),
            lazyRoute('shows/day', async () => (await import('./pages/admin/day-page.tsx')).DayPage),
            lazyRoute('shows/schedule', async () => (await import('./pages/admin/schedule-page.tsx')).SchedulePage),
            lazyRoute(
              'shows/:showId/seats',
              async () => (await import('./pages/admin/admin-seat-page.tsx')).AdminSeatPage,
            ),
            {
              path: 'bookings/:bookingId',
              loader: ({ params: { bookingId = '' } }: LoaderFunctionArgs) =>
                redirect(`/admin/bookings?booking=${encodeURIComponent(bookingId)}`),
            },
            lazyRoute('bookings', async () => (await import('./pages/admin/bookings-page.tsx')).BookingsPage),
            lazyRoute('users', async () => (await import('./pages/admin/users-page.tsx')).UsersPage),
            lazyRoute('audit', async () => (await import('./pages/admin/audit-log-page.tsx')).AuditLogPage),
            lazyRoute('analytics', async () => (await import('./pages/admin/analytics-page.tsx')).AnalyticsPage),
            lazyRoute('*', async () => (await import('./pages/admin/not-found-page.tsx')).NotFoundPage),
          ],
        },
      ],
    },
  ],
};

const customerRoutes = customerPages.map(({ path, load }) =>
  load ? lazyRoute(path, load) : { path, Component: MoviesPage },
);

const routes = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: FirstLoad,
    children: [
      { Component: RequireSession, children: [adminRoutes] },
      {
        Component: SiteLayout,
        children: [
          {
            errorElement: <RouteError />,
            children: [
              {
                Component: LoggedOutOnly,
                children: [
                  { path: 'login', Component: LoginPage },
                  lazyRoute('signup', async () => (await import('./pages/account/signup-page.tsx')).SignupPage),
                ],
              },
              lazyRoute(
                'forgot-password',
                async () => (await import('./pages/account/forgot-password-page.tsx')).ForgotPasswordPage,
              ),
              lazyRoute(
                'reset-password',
                async () => (await import('./pages/account/reset-password-page.tsx')).ResetPasswordPage,
              ),
              lazyRoute('t/:code', async () => (await import('./pages/shared-ticket-page.tsx')).SharedTicketPage),
              lazyRoute(
                'confirm-email',
                async () => (await import('./pages/account/confirm-email-page.tsx')).ConfirmEmailPage,
              ),
              { Component: RequireSession, children: [{ Component: PageColumn, children: customerRoutes }] },
            ],
          },
        ],
      },
      { path: '*', element: toMovies },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
