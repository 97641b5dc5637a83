import { createBrowserRouter, Navigate } from 'react-router';
import { customerPages, loadSeatPage } from './customer-pages.ts';
import { LoggedOutOnly, RequireAdmin, RequireSession, RequireStaff } from './guards.tsx';
import { PageColumn, SiteLayout } from './layout/site-layout.tsx';
import { FirstLoad } from './pages/first-load.tsx';
import { LoginPage } from './pages/login-page.tsx';
import { MoviesPage } from './pages/movies-page.tsx';
import { RouteError } from './pages/route-error.tsx';

const toMovies = <Navigate to="/movies" replace />;

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
          lazy: { Component: async () => (await import('../features/admin-check-in/check-in.tsx')).CheckIn },
        },
        {
          Component: RequireAdmin,
          errorElement: <RouteError />,
          children: [
            {
              index: true,
              lazy: { Component: async () => (await import('../features/admin-dashboard/dashboard.tsx')).Dashboard },
            },
            {
              path: 'cinemas',
              lazy: { Component: async () => (await import('../features/admin-catalogue/cinemas.tsx')).Cinemas },
            },
            {
              path: 'movies',
              lazy: { Component: async () => (await import('../features/admin-catalogue/movies.tsx')).Movies },
            },
            {
              path: 'screens',
              lazy: { Component: async () => (await import('../features/admin-catalogue/screens.tsx')).Screens },
            },
            {
              path: 'shows',
              lazy: { Component: async () => (await import('../features/admin-catalogue/shows.tsx')).Shows },
            },
            {
              path: 'shows/day',
              lazy: { Component: async () => (await import('../features/admin-catalogue/day-view.tsx')).DayView },
            },
            {
              path: 'shows/schedule',
              lazy: { Component: async () => (await import('../features/admin-schedule/schedule.tsx')).Schedule },
            },
            { path: 'shows/:showId/seats', lazy: { Component: loadSeatPage } },
            {
              path: 'bookings',
              lazy: { Component: async () => (await import('../features/admin-bookings/bookings.tsx')).Bookings },
            },
            {
              path: 'users',
              lazy: { Component: async () => (await import('../features/admin-users/users.tsx')).Users },
            },
            {
              path: 'audit',
              lazy: { Component: async () => (await import('../features/admin-bookings/audit-log.tsx')).AuditLog },
            },
            {
              path: 'analytics',
              lazy: { Component: async () => (await import('../features/admin-analytics/analytics.tsx')).Analytics },
            },
          ],
        },
      ],
    },
  ],
};

const customerRoutes = customerPages.map(({ path, load }) =>
  load ? { path, lazy: { Component: load } } : { path, Component: MoviesPage },
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
                  {
                    path: 'signup',
                    lazy: { Component: async () => (await import('./pages/signup-page.tsx')).SignupPage },
                  },
                ],
              },
              {
                path: 'forgot-password',
                lazy: { Component: async () => (await import('./pages/forgot-password-page.tsx')).ForgotPasswordPage },
              },
              {
                path: 'reset-password',
                lazy: { Component: async () => (await import('./pages/reset-password-page.tsx')).ResetPasswordPage },
              },
              {
                path: 'confirm-email',
                lazy: { Component: async () => (await import('./pages/confirm-email-page.tsx')).ConfirmEmailPage },
              },
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
