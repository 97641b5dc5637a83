import { createBrowserRouter, Navigate } from 'react-router';
import { customerPages, loadSeatPage } from './customer-pages.ts';
import { LoggedOutOnly, RequireAdmin, RequireSession, RequireStaff } from './guards.tsx';
import { PageColumn, SiteLayout } from './layout/site-layout.tsx';
import { LoginPage } from './pages/account/login-page.tsx';
import { MoviesPage } from './pages/customer/movies-page.tsx';
import { FirstLoad } from './pages/first-load.tsx';
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
            {
              path: 'cinemas',
              lazy: { Component: async () => (await import('./pages/admin/cinemas-page.tsx')).CinemasPage },
            },
            {
              path: 'movies',
              lazy: {
                Component: async () => (await import('./pages/admin/movie-management-page.tsx')).MovieManagementPage,
              },
            },
            {
              path: 'screens',
              lazy: { Component: async () => (await import('./pages/admin/screens-page.tsx')).ScreensPage },
            },
            {
              path: 'shows',
              lazy: { Component: async () => (await import('./pages/admin/shows-page.tsx')).ShowsPage },
            },
            {
              path: 'shows/day',
              lazy: { Component: async () => (await import('./pages/admin/day-page.tsx')).DayPage },
            },
            {
              path: 'shows/schedule',
              lazy: { Component: async () => (await import('./pages/admin/schedule-page.tsx')).SchedulePage },
            },
            { path: 'shows/:showId/seats', lazy: { Component: loadSeatPage } },
            {
              path: 'bookings',
              lazy: { Component: async () => (await import('./pages/admin/bookings-page.tsx')).BookingsPage },
            },
            {
              path: 'users',
              lazy: { Component: async () => (await import('./pages/admin/users-page.tsx')).UsersPage },
            },
            {
              path: 'audit',
              lazy: { Component: async () => (await import('./pages/admin/audit-log-page.tsx')).AuditLogPage },
            },
            {
              path: 'analytics',
              lazy: { Component: async () => (await import('./pages/admin/analytics-page.tsx')).AnalyticsPage },
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
                    lazy: { Component: async () => (await import('./pages/account/signup-page.tsx')).SignupPage },
                  },
                ],
              },
              {
                path: 'forgot-password',
                lazy: {
                  Component: async () => (await import('./pages/account/forgot-password-page.tsx')).ForgotPasswordPage,
                },
              },
              {
                path: 'reset-password',
                lazy: {
                  Component: async () => (await import('./pages/account/reset-password-page.tsx')).ResetPasswordPage,
                },
              },
              {
                path: 'confirm-email',
                lazy: {
                  Component: async () => (await import('./pages/account/confirm-email-page.tsx')).ConfirmEmailPage,
                },
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
