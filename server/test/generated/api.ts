export interface paths {
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive
         * @description Asks nothing of the database.
         */
        get: operations["isLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can it serve
         * @description Refuses with 503 while the database cannot be reached.
         */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/movies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List movies
         * @description Newest first. With each movie its next show and lowest price, and by what the list can be filtered.
         */
        get: operations["listMovies"];
        put?: never;
        /**
         * Add a movie
         * @description Administrators only.
         */
        post: operations["createMovie"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/movies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One movie
         * @description With its shows that have not started, soonest first.
         */
        get: operations["getMovie"];
        /**
         * Change a movie
         * @description Administrators only. The whole is sent: what is not named is cleared, unless the field itself says otherwise.
         */
        put: operations["updateMovie"];
        post?: never;
        /**
         * Delete a movie
         * @description Administrators only. Refused while it is in use.
         */
        delete: operations["deleteMovie"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cinemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cinemas
         * @description By name.
         */
        get: operations["listCinemas"];
        put?: never;
        /**
         * Add a cinema
         * @description Administrators only.
         */
        post: operations["createCinema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/cinemas/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One cinema
         * @description With its screens.
         */
        get: operations["getCinema"];
        /**
         * Change a cinema
         * @description Administrators only. The whole is sent: what is not named is cleared, unless the field itself says otherwise.
         */
        put: operations["updateCinema"];
        post?: never;
        /**
         * Delete a cinema
         * @description Administrators only. Refused while it is in use.
         */
        delete: operations["deleteCinema"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/screens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List screens
         * @description By the name of the cinema, then of the screen.
         */
        get: operations["listScreens"];
        put?: never;
        /**
         * Add a screen
         * @description Administrators only.
         */
        post: operations["createScreen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/screens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One screen
         * @description With its cinema.
         */
        get: operations["getScreen"];
        /**
         * Change a screen
         * @description Administrators only. The whole is sent: what is not named is cleared, unless the field itself says otherwise.
         */
        put: operations["updateScreen"];
        post?: never;
        /**
         * Delete a screen
         * @description Administrators only. Refused while it is in use.
         */
        delete: operations["deleteScreen"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/screens/{id}/closed-seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The seats of a screen that are out of service
         * @description Administrators only.
         */
        get: operations["getClosedSeats"];
        /**
         * Take seats of a screen out of service
         * @description Administrators only. From now on these seats can be neither held nor booked for shows of the screen, and all others can; holds on them end, and sold ones stay sold: listBookings with this screenId and these seats has their bookings.
         */
        put: operations["closeSeats"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List shows
         * @description Those to come, soonest first, then those that have started, latest first. Only administrators are listed cancelled ones.
         */
        get: operations["listShows"];
        put?: never;
        /**
         * Add a show
         * @description Administrators only.
         */
        post: operations["createShow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One show
         * @description With its movie, its screen and how many seats are available.
         */
        get: operations["getShow"];
        /**
         * Change a show
         * @description Administrators only. The whole is sent: what is not named is cleared, unless the field itself says otherwise.
         */
        put: operations["updateShow"];
        post?: never;
        /**
         * Delete a show
         * @description Administrators only. Refused while it is in use.
         */
        delete: operations["deleteShow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account
         * @description The new account is a customer and is logged in at once. Where mail is configured, a link that confirms the address is sent.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description The token goes into the Authorization header of every other request, as Bearer. An account with a second factor is refused with CODE_REQUIRED until its code is sent too. An account that was promoted without a confirmed address is refused with PASSWORD_RESET_REQUIRED until its user has set a new password with a link.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this login
         * @description The token is refused from now on, and its live connections end.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all logins of this account
         * @description All tokens of the user are refused from now on, and their live connections end.
         */
        post: operations["logOutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to reset a password
         * @description The answer is the same whether or not there is an account with this email.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a link
         * @description The link works once and for an hour. All tokens of the account end. A link that was sent by mail also confirms the address.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/confirm-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an email address with a link
         * @description The link works once and for seven days. It is only ever used by a POST, because mail scanners open links.
         */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is my second factor on
         * @description And how many recovery codes are left.
         */
        get: operations["getSecondFactor"];
        put?: never;
        /**
         * Start to set up a second factor
         * @description It is in force only after a first code of the authenticator app has confirmed it.
         */
        post: operations["startSecondFactor"];
        /**
         * Switch the second factor off
         * @description Needs the password and a code, or a recovery code in its place. Deletes the recovery codes too. Without a code it is refused with CODE_REQUIRED.
         */
        delete: operations["stopSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch the second factor on with a first code
         * @description Ends all other sessions of the user. Returns ten recovery codes, which are shown only now. Each works once in place of a code.
         */
        post: operations["confirmSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I
         * @description The user to whom the token belongs.
         */
        get: operations["getProfile"];
        /**
         * Change my name
         * @description Bookings made before show the new name too.
         */
        put: operations["changeProfile"];
        post?: never;
        /**
         * Delete my account
         * @description Name and email are gone for good and all tokens end. Past bookings stay, as those of a deleted user. Refused while there are bookings for shows to come.
         */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change my password
         * @description All tokens from before end, that of this request too; the answer has a new one.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/confirmation-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the link that confirms my email address again
         * @description Earlier links keep working. If the address is confirmed already, nothing is sent. After three in an hour, and the one sent at signup, the response is RATE_LIMITED.
         */
        post: operations["sendConfirmationMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My logins, newest first
         * @description The latest 50: when, from where and with what.
         */
        get: operations["listLogins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is kept about me
         * @description As a JSON file to download.
         */
        get: operations["exportProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All accounts, by name
         * @description With their roles and when they last logged in, without deleted accounts. The audit log records requests that list customers.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give an account a role
         * @description Takes effect immediately. A promotion ends all logins of the user. If their address is not confirmed, the response has a link to pass on, and until it is used a login with the old password is PASSWORD_RESET_REQUIRED. The last administrator who can log in cannot be demoted.
         */
        put: operations["changeRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/users/{id}/reset-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link with which a user sets a new password
         * @description To hand over in person or by telephone. It works once and for an hour.
         */
        post: operations["createResetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All cinemas at a glance
         * @description Totals, the five latest bookings and the five most booked movies of the last 30 days.
         */
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everyone's bookings, newest first
         * @description Bookings of all customers, with who made them. The search finds names and addresses of customers, movies, cinemas, the number of a booking and the code on its ticket. The audit log records searches and requests for one customer.
         */
        get: operations["listBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bookings.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The same bookings as a file for spreadsheets
         * @description Comma-separated values in UTF-8, with a line of headings.
         */
        get: operations["exportBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/shows/{id}/seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who has which seat of a show
         * @description All 100 seats, each with its state and, where it is taken, by whom. The audit log records each request.
         */
        get: operations["getSeatLayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sales and occupancy of the last days
         * @description By day, show, hour, screen, movie and cinema, in the time zone of the cinemas, beside as many days before. Of everything, or of one cinema, one movie, or one movie in one cinema.
         */
        get: operations["getAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who did what, latest first
         * @description Changes of the catalogue and of users, exports and other reads of customers’ data, check-ins, cancellations by staff, and logins of those who are more than customers: who, from where, and what was before and after.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened last
         * @description The last bookings and cancellations, and shows of the coming days that fill up, latest first.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/today": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This day in the cinemas
         * @description Sales beside those of yesterday and a week ago, the next shows, and how full each cinema is.
         */
        get: operations["getToday"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bookings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A booking and what happened to it
         * @description Made, paid, mailed, moved with its show, checked in or cancelled: when, and by whom. The audit log records each request.
         */
        get: operations["getBookingStory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/shows/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a show and all its bookings
         * @description For good. Its time on the screen is free again, its bookings are cancelled with the reason, and its customers are told. Refused once the show is over.
         */
        post: operations["cancelShow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/bookings/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a booking of a customer
         * @description Until the show starts. The seats are free at once, and the customer is told the reason.
         */
        post: operations["cancelBookingForCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/seats/{showId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A show's seats, as they are now
         * @description All 100 seats, and which of them are booked, held or out of service.
         */
        get: operations["getSeatMap"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many wait for which show
         * @description Shows at whose seats somebody is, or for which somebody waits in line, over all servers.
         */
        get: operations["listLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Book seats of a show
         * @description All of the seats or none. The same Idempotency-Key books once within 24 hours and answers that booking as it is now.
         */
        post: operations["createBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My bookings, newest first
         * @description Without page and limit the newest 200; with either of them a page as in other lists.
         */
        get: operations["listMyBookings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/cancel/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a booking of mine
         * @description Until the show starts. The seats are free at once.
         */
        post: operations["cancelBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/schedule/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The shows of a plan, each with what it clashes with; writes nothing
         * @description A plan is a movie on screens over days, or a copy of days of a cinema.
         */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Schedule many shows, all or nothing
         * @description When one of them cannot be scheduled, none is.
         */
        post: operations["scheduleShows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/check-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a ticket in at the entrance, once
         * @description The code is that of the booking; a refusal names the ticket.
         */
        post: operations["checkIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/check-in/shows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The entrance of a show: who is in, and the list of tickets for a device without a connection
         * @description Seats that were admitted and seats that are booked, scans that are conflicts, and the signed list of the tickets that admit. The list names nobody, and has of each code only the beginning of a SHA-256.
         */
        get: operations["getEntrance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/check-in/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle scans that were made without a connection
         * @description Each is judged as of when it was made. Of several scans of a ticket the first that is settled admits, the others are conflicts, which all devices at the entrance of the show are told of. The same scans may be sent again.
         */
        post: operations["settleScans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ActivityItem: {
            /**
             * @description FILLING: a show to come has sold at least 80 % of the seats that can be sold
             * @enum {string}
             */
            kind: "BOOKED" | "CANCELLED" | "FILLING";
            /**
             * Format: date-time
             * @description Of a show that fills up: when it was booked last
             */
            at: string;
            bookingId: number | null;
            customerName: string | null;
            /** @description Of the booking; of a show that fills up, all that are sold */
            seats: number;
            /** @description Of a show that fills up: how many seats can be sold */
            capacity: number | null;
            total: number | null;
            show: {
                id: number;
                /** Format: date-time */
                startTime: string;
                movieTitle: string;
                cinemaName: string;
                screenName: string;
            };
        };
        AdminUser: {
            id: number;
            name: string;
            email: string;
            /** @enum {string} */
            role: "USER" | "STAFF" | "ADMIN";
            /** Format: date-time */
            createdAt: string;
            lastLoginAt: string | null;
            hasTotp: boolean;
            /** @description The password is too weak for the role: the admin area is closed until the user has set another one */
            needsNewPassword: boolean;
            /** @description Promoted without a confirmed address: the user cannot log in until they have used a reset link */
            mustResetPassword: boolean;
            /** @description Set if the last mail to this address was refused for good */
            mailRefusal: {
                /** @description The answer of the mail server */
                reason: string;
                /** Format: date-time */
                at: string;
            } | null;
        };
        /** @description Sales and cancellations count for the cinema day on which the booking was made, occupancy by hour for the day on which the show starts. occupancyByShow has the 50 fullest shows of the period and of the days to come. With a cinema, topMovies counts the shows of the period rather than its sales, and so does topCinemas with a movie. */
        Analytics: {
            days: number;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            timeZone: string;
            totals: {
                bookings: number;
                seats: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
                cancellations: number;
                /** @description Share of all 100 seats that are booked, from 0 to 1. Seats out of service do not count as booked */
                occupancy: number;
            };
            byDay: {
                /** Format: date */
                date: string;
                bookings: number;
                seats: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
                cancellations: number;
            }[];
            /** @description How many hours before the start of the show the sales were made; the last step has no end */
            salesByLead: {
                fromHours: number;
                toHours: number | null;
                bookings: number;
                seats: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            }[];
            occupancyByShow: {
                showId: number;
                /** Format: date-time */
                startTime: string;
                movieTitle: string;
                cinemaName: string;
                screenName: string;
                seats: number;
                capacity: number;
                /** @description Share of all 100 seats that are booked, from 0 to 1. Seats out of service do not count as booked */
                occupancy: number;
            }[];
            occupancyByHour: {
                /** @description 1 is Monday, 7 is Sunday */
                weekday: number;
                hour: number;
                shows: number;
                seats: number;
                /** @description Share of all 100 seats that are booked, from 0 to 1. Seats out of service do not count as booked */
                occupancy: number;
            }[];
            topMovies: {
                id: number;
                title: string;
                posterUrl: string | null;
                bookings: number;
                seats: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            }[];
            topCinemas: {
                id: number;
                name: string;
                city: string | null;
                bookings: number;
                seats: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            }[];
            cancellations: {
                bookings: number;
                seats: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
                rate: number;
            };
            /** @description Bookings of shows that are over which nobody checked in; the rate is their share of all of these */
            noShows: {
                bookings: number;
                seats: number;
                rate: number;
            };
            occupancyByScreen: {
                screenId: number;
                screenName: string;
                cinemaName: string;
                shows: number;
                seats: number;
                capacity: number;
                /** @description Share of all 100 seats that are booked, from 0 to 1. Seats out of service do not count as booked */
                occupancy: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            }[];
            /** @description The same of as many days before */
            previous: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                totals: {
                    bookings: number;
                    seats: number;
                    /** @description Rupees, at most two decimals */
                    revenue: number;
                    cancellations: number;
                    /** @description Share of all 100 seats that are booked, from 0 to 1. Seats out of service do not count as booked */
                    occupancy: number;
                };
                cancellations: {
                    bookings: number;
                    seats: number;
                    /** @description Rupees, at most two decimals */
                    revenue: number;
                    rate: number;
                };
                /** @description Bookings of shows that are over which nobody checked in; the rate is their share of all of these */
                noShows: {
                    bookings: number;
                    seats: number;
                    rate: number;
                };
            };
        };
        AuditEntry: {
            id: number;
            /** Format: date-time */
            at: string;
            /** @description Who did it; null where nobody was logged in, as at a failed login */
            actor: {
                id: number;
                name: string;
                email: string | null;
            } | null;
            /** @description The network address that it came from */
            address: string | null;
            /** @enum {string} */
            action: "CREATE" | "UPDATE" | "DELETE" | "CANCEL" | "CHECK_IN" | "EXPORT" | "READ" | "LOGIN" | "LOGIN_FAILED" | "RESET_LINK";
            /** @enum {string} */
            entity: "cinema" | "movie" | "screen" | "show" | "booking" | "user";
            /** @description Null where it was about many, as at an export or a search */
            entityId: number | null;
            /** @description What the thing was called, or the user is called now */
            name: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        Booking: {
            id: number;
            bookingId: number;
            /** @enum {string} */
            status: "CONFIRMED" | "CANCELLED" | "CHECKED_IN";
            /** @description Why the cinema cancelled the booking; null where it did not */
            cancelReason: string | null;
            /** Format: date-time */
            createdAt: string;
            seats: string[];
            seatCount: number;
            /** @description Rupees, at most two decimals */
            totalPrice: number;
            movie: {
                id: number;
                title: string;
                durationMin: number | null;
                posterUrl: string | null;
            };
            show: {
                id: number;
                /** Format: date-time */
                startTime: string;
                /** @description Rupees, at most two decimals */
                price: number;
                movie: {
                    id: number;
                    title: string;
                    durationMin: number | null;
                    posterUrl: string | null;
                };
                screen: {
                    id: number;
                    name: string;
                    cinema: {
                        id: number;
                        name: string;
                        city: string | null;
                    };
                };
            };
            /** @description What is scanned at the entrance. Only in answers to the user who booked */
            ticketCode?: string;
            /** @description Only in answers to an administrator */
            user?: {
                id: number;
                name: string;
                email: string | null;
            };
        };
        /** @description A booking and what happened to it, earliest first. */
        BookingStory: {
            booking: components["schemas"]["Booking"];
            events: {
                /** @enum {string} */
                kind: "MADE" | "PAID" | "MAILED" | "MAIL_WAITING" | "MAIL_FAILED" | "SHOW_MOVED" | "CHECKED_IN" | "SCAN_CONFLICT" | "CANCELLED";
                /** Format: date-time */
                at: string;
                /** @description Who did it; null where it was the system, or nobody is known */
                by: {
                    id: number;
                    name: string;
                } | null;
                /** @description Which mail: booking-confirmed, booking-cancelled, show-moved … */
                mail: string | null;
                /** @description Why it was cancelled, where an administrator gave a reason */
                reason: string | null;
                moved: {
                    from: {
                        /** Format: date-time */
                        startTime: string;
                        screen: string;
                    };
                    to: {
                        /** Format: date-time */
                        startTime: string;
                        screen: string;
                    };
                } | null;
                /** @description Of SCAN_CONFLICT: why the ticket did not admit those whom a scan without a connection let in */
                conflict: ("ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_TIME") | null;
            }[];
        };
        CancelledShow: {
            show: components["schemas"]["Show"];
            /** @description How many bookings were cancelled with the show */
            cancelledBookings: number;
        };
        Cinema: {
            id: number;
            name: string;
            city: string | null;
            /** Format: date-time */
            createdAt: string;
            _count: {
                screens: number;
            };
        };
        CinemaDetail: {
            id: number;
            name: string;
            city: string | null;
            /** Format: date-time */
            createdAt: string;
            _count: {
                screens: number;
            };
            screens: components["schemas"]["Screen"][];
        };
        ClosedSeats: {
            screenId: number;
            seats: string[];
        };
        Dashboard: {
            overview: {
                totalCinemas: number;
                totalMovies: number;
                totalScreens: number;
                totalShows: number;
                totalBookings: number;
                /** @description Rupees, at most two decimals */
                todayRevenue: number;
            };
            recentBookings: components["schemas"]["Booking"][];
            topMovies: {
                id: number;
                title: string;
                posterUrl: string | null;
                bookings: number;
                seats: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            }[];
        };
        Entrance: {
            showId: number;
            admittedSeats: number;
            /** @description Of bookings that were not cancelled */
            bookedSeats: number;
            /** @description The latest first */
            conflicts: {
                scanId: string;
                /** Format: date-time */
                scannedAt: string;
                /** @enum {string} */
                reason: "ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_SHOW" | "WRONG_TIME" | "NOT_FOUND";
                bookingId: number;
                seats: string[];
                /** @description The scan whose admission stands, if one does */
                admittedScanId: string | null;
                admittedAt: string | null;
            }[];
            signedList: components["schemas"]["SignedTicketList"];
        };
        Failure: {
            /** @constant */
            success: false;
            message: string;
            /** @enum {string} */
            code: "VALIDATION_FAILED" | "MALFORMED_JSON" | "LINK_EXPIRED" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "PASSWORD_RESET_REQUIRED" | "CODE_REQUIRED" | "INVALID_CODE" | "FORBIDDEN" | "TOTP_REQUIRED" | "PASSWORD_TOO_WEAK" | "NOT_FOUND" | "EMAIL_TAKEN" | "LAST_ADMIN" | "HAS_UPCOMING_BOOKINGS" | "TOTP_ALREADY_ON" | "TOTP_NOT_STARTED" | "SCREEN_BUSY" | "IN_USE" | "CHANGED_MEANWHILE" | "SEATS_BOOKED" | "SEATS_HELD" | "SEATS_CLOSED" | "SHOW_STARTED" | "SHOW_CANCELLED" | "WAITING" | "TOO_MANY_SEATS" | "PRICE_CHANGED" | "ALREADY_CANCELLED" | "ALREADY_CHECKED_IN" | "WRONG_SHOW" | "WRONG_TIME" | "IDEMPOTENCY_MISMATCH" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL" | "MAIL_OFF" | "UNAVAILABLE";
            errors?: {
                path: string;
                message: string;
            }[];
            conflicts?: string[];
            /** @description What the seats cost now, in rupees, where that is not what was expected */
            total?: number;
            /** @description The ticket that was refused at the door */
            ticket?: components["schemas"]["Ticket"];
            requestId: string;
        };
        Line: {
            showId: number;
            waiting: number;
            inside: number;
        };
        Login: {
            id: number;
            /** Format: date-time */
            at: string;
            /** @description The network address that it came from */
            address: string;
            /** @description Browser and system in words, such as Firefox on Windows */
            device: string;
            /** @description A code or a recovery code was given */
            usedSecondFactor: boolean;
            /** @description Its token still works */
            isActive: boolean;
            /** @description It is the login of this request */
            isCurrent: boolean;
        };
        Movie: {
            id: number;
            title: string;
            durationMin: number | null;
            posterUrl: string | null;
            description: string | null;
            language: string | null;
            format: ("2D" | "3D" | "IMAX" | "4DX") | null;
            certificate: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
            /** Format: date-time */
            createdAt: string;
            _count: {
                shows: number;
            };
            /** @description Only in lists: when the next show starts; null when none is to come */
            nextShowTime?: string | null;
            /** @description Only in lists: what the cheapest show to come costs per seat, in rupees */
            lowestPrice?: number | null;
        };
        MovieDetail: {
            id: number;
            title: string;
            durationMin: number | null;
            posterUrl: string | null;
            description: string | null;
            language: string | null;
            format: ("2D" | "3D" | "IMAX" | "4DX") | null;
            certificate: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
            /** Format: date-time */
            createdAt: string;
            _count: {
                shows: number;
            };
            /** @description Only in lists: when the next show starts; null when none is to come */
            nextShowTime?: string | null;
            /** @description Only in lists: what the cheapest show to come costs per seat, in rupees */
            lowestPrice?: number | null;
            shows: components["schemas"]["Show"][];
        };
        /** @description What a list of movies can be narrowed to: their languages and formats, and the cities with shows to come */
        MovieFilters: {
            languages: string[];
            formats: ("2D" | "3D" | "IMAX" | "4DX")[];
            cities: string[];
        };
        PageMeta: {
            page: number;
            limit: number;
            total: number;
            totalPages: number;
            hasNextPage: boolean;
            hasPrevPage: boolean;
        };
        PlannedShow: {
            movieId: number;
            screenId: number;
            /** @description Rupees, at most two decimals */
            price: number;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            movie: {
                id: number;
                title: string;
            };
            screen: {
                id: number;
                name: string;
                cinema: {
                    id: number;
                    name: string;
                    city: string | null;
                };
            };
            clash: {
                /** @enum {string} */
                reason: "SCREEN_BUSY" | "OVERLAPS_PLAN" | "PAST";
                message: string;
            } | null;
        };
        ProfileExport: {
            /** Format: date-time */
            exportedAt: string;
            user: {
                id: number;
                name: string;
                email: string;
                /** @enum {string} */
                role: "USER" | "STAFF" | "ADMIN";
                /** Format: date-time */
                createdAt: string;
                lastLoginAt: string | null;
                emailConfirmedAt: string | null;
            };
            logins: {
                id: number;
                /** Format: date-time */
                at: string;
                /** @description The network address that it came from */
                address: string;
                /** @description Browser and system in words, such as Firefox on Windows */
                device: string;
                /** @description A code or a recovery code was given */
                usedSecondFactor: boolean;
                /** @description Its token still works */
                isActive: boolean;
            }[];
            secondFactor: {
                /** Format: date-time */
                startedAt: string;
                isOn: boolean;
                recoveryCodesLeft: number;
            } | null;
            /** @description Links to set a new password that have not been used */
            resetLinks: {
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
            }[];
            /** @description Links to confirm the email address that have not been used */
            confirmationLinks: {
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
            }[];
            bookings: {
                id: number;
                bookingId: number;
                /** @enum {string} */
                status: "CONFIRMED" | "CANCELLED" | "CHECKED_IN";
                /** @description Why the cinema cancelled the booking; null where it did not */
                cancelReason: string | null;
                /** Format: date-time */
                createdAt: string;
                seats: string[];
                seatCount: number;
                /** @description Rupees, at most two decimals */
                totalPrice: number;
                movie: {
                    id: number;
                    title: string;
                    durationMin: number | null;
                    posterUrl: string | null;
                };
                show: {
                    id: number;
                    /** Format: date-time */
                    startTime: string;
                    /** @description Rupees, at most two decimals */
                    price: number;
                    movie: {
                        id: number;
                        title: string;
                        durationMin: number | null;
                        posterUrl: string | null;
                    };
                    screen: {
                        id: number;
                        name: string;
                        cinema: {
                            id: number;
                            name: string;
                            city: string | null;
                        };
                    };
                };
                /** @description What is scanned at the entrance. Only in answers to the user who booked */
                ticketCode?: string;
                /** @description Only in answers to an administrator */
                user?: {
                    id: number;
                    name: string;
                    email: string | null;
                };
                cancelledAt: string | null;
                checkedInAt: string | null;
            }[];
            holds: {
                showId: number;
                seat: string;
                /** Format: date-time */
                heldUntil: string;
            }[];
            /** @description In the waiting rooms of shows */
            linePlaces: {
                showId: number;
                state: string;
                /** Format: date-time */
                joinedAt: string;
            }[];
            /** @description Scans without a connection that let somebody in although the ticket did not admit them: with tickets of the user, or sent by the user as staff */
            scanConflicts: {
                bookingId: number;
                /** @enum {string} */
                reason: "ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_TIME";
                /** Format: date-time */
                scannedAt: string;
                /** Format: date-time */
                settledAt: string;
            }[];
            mails: {
                kind: string;
                bookingId: number | null;
                /** @enum {string} */
                status: "WAITING" | "SENT" | "FAILED";
                /** Format: date-time */
                queuedAt: string;
                endedAt: string | null;
            }[];
            /** @description Set if the last mail to this address was refused for good */
            mailRefusal: {
                /** @description The answer of the mail server */
                reason: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description The Idempotency-Keys of the bookings of the last day */
            requestKeys: {
                key: string;
                bookingId: number;
                /** Format: date-time */
                createdAt: string;
            }[];
            /** @description What the user did as an administrator or staff, and what was done to the account, from the audit log */
            actions: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                action: "CREATE" | "UPDATE" | "DELETE" | "CANCEL" | "CHECK_IN" | "EXPORT" | "READ" | "LOGIN" | "LOGIN_FAILED" | "RESET_LINK";
                /** @enum {string} */
                entity: "cinema" | "movie" | "screen" | "show" | "booking" | "user";
                /** @description Null where it was about many, as at an export or a search */
                entityId: number | null;
                /** @description What the thing was called, or the user is called now */
                name: string | null;
                /** @description The network address that it came from */
                address: string | null;
            }[];
        };
        ProfileUser: {
            id: number;
            name: string;
            email: string;
            /** @enum {string} */
            role: "USER" | "STAFF" | "ADMIN";
            /** @description Until it is, the address gets nothing but links */
            emailConfirmed: boolean;
        };
        SchedulePreview: {
            shows: components["schemas"]["PlannedShow"][];
            clashes: number;
            timeZone: string;
        };
        Screen: {
            id: number;
            name: string;
            cinemaId: number;
            capacity: number | null;
            cinema: {
                id: number;
                name: string;
                city: string | null;
            };
            _count: {
                shows: number;
            };
        };
        SeatLayout: {
            show: components["schemas"]["Show"];
            seatLayout: {
                [key: string]: {
                    /** @enum {string} */
                    status: "available" | "blocked" | "booked" | "closed";
                    bookingId?: number;
                    /** Format: date-time */
                    bookedAt?: string;
                    /** Format: date-time */
                    expiresAt?: string;
                    user?: {
                        id: number;
                        name: string;
                        email: string | null;
                    };
                };
            };
            stats: {
                total: number;
                booked: number;
                blocked: number;
                /** @description Out of service and not sold */
                closed: number;
                available: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            };
            epoch?: string;
            version: number;
        };
        SeatMap: {
            /** @constant */
            success: true;
            show: components["schemas"]["Show"];
            seatMap: {
                [key: string]: {
                    id: string;
                    isBooked: boolean;
                    isBlocked: boolean;
                };
            };
            bookedSeats: string[];
            blockedSeats: {
                [key: string]: {
                    userId: number;
                    /** Format: date-time */
                    expiresAt: string;
                };
            };
            /** @description Out of service and not sold. They are also among bookedSeats, for clients that know no better */
            closedSeats: string[];
            /** @description Versions of different epochs cannot be compared */
            epoch?: string;
            /** @description The show's version: live events with a higher one are newer than this map */
            version: number;
        };
        Show: {
            id: number;
            movieId: number;
            screenId: number;
            /** Format: date-time */
            startTime: string;
            /** @description Rupees, at most two decimals */
            price: number;
            movie: {
                id: number;
                title: string;
                durationMin: number | null;
                posterUrl: string | null;
            };
            screen: {
                id: number;
                name: string;
                cinema: {
                    id: number;
                    name: string;
                    city: string | null;
                };
            };
            _count: {
                bookings: number;
            };
            availableSeats: number;
            /** @description How many seats are booked */
            soldSeats: number;
            /** @description How many seats can be sold: all 100, except those out of service that nobody has booked. soldSeats / sellableSeats is how full the show is */
            sellableSeats: number;
            /** @enum {string} */
            status: "SCHEDULED" | "CANCELLED";
            /** @description Why the show was cancelled; null while it is scheduled */
            cancelReason: string | null;
        };
        SignedTicketList: {
            /** @description A TicketList as JSON text, as it was signed */
            list: string;
            /** @description ECDSA P-256 with SHA-256 over the text, r and s, in base64url */
            signature: string;
            /** @description The public key that verifies it: an uncompressed point, in base64url */
            key: string;
        };
        Ticket: {
            bookingId: number;
            /** @enum {string} */
            status: "CONFIRMED" | "CANCELLED" | "CHECKED_IN";
            customerName: string;
            seats: string[];
            showId: number;
            movieTitle: string;
            cinemaName: string;
            screenName: string;
            /** Format: date-time */
            startTime: string;
            checkedInAt: string | null;
        };
        Today: {
            /** Format: date */
            date: string;
            /** @description Bookings made on a cinema day that are not cancelled: today so far, and the whole of two days before */
            sales: {
                today: {
                    bookings: number;
                    seats: number;
                    /** @description Rupees, at most two decimals */
                    revenue: number;
                };
                yesterday: {
                    bookings: number;
                    seats: number;
                    /** @description Rupees, at most two decimals */
                    revenue: number;
                };
                weekAgo: {
                    bookings: number;
                    seats: number;
                    /** @description Rupees, at most two decimals */
                    revenue: number;
                };
            };
            /** @description The next shows of the coming twelve hours: how many seats are sold, and how many can be sold (not those out of service) */
            nextShows: {
                id: number;
                /** Format: date-time */
                startTime: string;
                movieTitle: string;
                cinemaName: string;
                screenName: string;
                posterUrl: string | null;
                seats: number;
                capacity: number;
            }[];
            /** @description Each cinema with shows today: how many seats of them are sold, and how many can be sold (not those out of service) */
            cinemas: {
                id: number;
                name: string;
                city: string | null;
                shows: number;
                seats: number;
                capacity: number;
            }[];
        };
        TotpState: {
            isOn: boolean;
            /** @description Without a second factor this account cannot use the admin area */
            isRequired: boolean;
            recoveryCodesLeft: number;
        };
        User: {
            id: number;
            name: string;
            email: string;
            /** @enum {string} */
            role: "USER" | "STAFF" | "ADMIN";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    isLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            /** @enum {string} */
                            status: "ok";
                            /** @description The version of this server, such as 0.2.0. */
                            version: string;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            /** @enum {string} */
                            status: "ok";
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listMovies: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
                search?: string;
                /** @description Only movies in this language, in any case of its letters */
                language?: string;
                /** @description Only movies in this format */
                format?: "2D" | "3D" | "IMAX" | "4DX";
                /** @description Only movies with shows to come in this city, in any case of its letters; nextShowTime and lowestPrice are of those shows */
                city?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Movie"][];
                        meta: components["schemas"]["PageMeta"];
                        filters: components["schemas"]["MovieFilters"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createMovie: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    description?: string | null;
                    durationMin?: number | null;
                    posterUrl?: string | null;
                    /** @description Kept as it is where it is missing; null clears it */
                    language?: string | null;
                    /** @description Kept as it is where it is missing; null clears it */
                    format?: ("2D" | "3D" | "IMAX" | "4DX") | null;
                    /** @description Kept as it is where it is missing; null clears it */
                    certificate?: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Movie"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getMovie: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["MovieDetail"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateMovie: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    description?: string | null;
                    durationMin?: number | null;
                    posterUrl?: string | null;
                    /** @description Kept as it is where it is missing; null clears it */
                    language?: string | null;
                    /** @description Kept as it is where it is missing; null clears it */
                    format?: ("2D" | "3D" | "IMAX" | "4DX") | null;
                    /** @description Kept as it is where it is missing; null clears it */
                    certificate?: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
                    /** @description Fields as they were read. Where one of them is another by now, CHANGED_MEANWHILE and nothing is changed */
                    expected?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Movie"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteMovie: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            id: number;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listCinemas: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cinema"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createCinema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    city?: string | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Cinema"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getCinema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["CinemaDetail"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateCinema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    city?: string | null;
                    /** @description Fields as they were read. Where one of them is another by now, CHANGED_MEANWHILE and nothing is changed */
                    expected?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Cinema"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteCinema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            id: number;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listScreens: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
                search?: string;
                cinemaId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Screen"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createScreen: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    cinemaId: number;
                    capacity?: number | null;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Screen"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getScreen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Screen"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateScreen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    cinemaId: number;
                    capacity?: number | null;
                    /** @description Fields as they were read. Where one of them is another by now, CHANGED_MEANWHILE and nothing is changed */
                    expected?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Screen"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteScreen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            id: number;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getClosedSeats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["ClosedSeats"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    closeSeats: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All seats that are closed from now on; the others are open */
                    seats: string[];
                    /** @description Fields as they were read. Where one of them is another by now, CHANGED_MEANWHILE and nothing is changed */
                    expected?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["ClosedSeats"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listShows: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
                search?: string;
                movieId?: number;
                cinemaId?: number;
                screenId?: number;
                /** @description The first cinema day */
                from?: string;
                /** @description The last cinema day */
                to?: string;
                /** @description Only shows that have not started */
                upcoming?: "true";
                /** @description A cinema day; today is the one by the clock of the server */
                date?: string | "today";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Show"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createShow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    movieId: number;
                    screenId: number;
                    price: number;
                    /** Format: date-time */
                    startTime: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Show"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getShow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Show"];
                    };
                };
            };
            /** @description The same as the answer whose ETag is named in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    updateShow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    movieId: number;
                    screenId: number;
                    price: number;
                    /** Format: date-time */
                    startTime: string;
                    /** @description Fields as they were read. Where one of them is another by now, CHANGED_MEANWHILE and nothing is changed */
                    expected?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Show"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteShow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            id: number;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            token: string;
                            user: components["schemas"]["User"];
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    /** @description Six digits of the second factor, or a recovery code; needed where the account has a second factor */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            token: string;
                            user: components["schemas"]["User"];
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    logOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    confirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["TotpState"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    startSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            /** @description In base32, for typing into an authenticator app */
                            secret: string;
                            /** @description The same as an otpauth address, for a QR code */
                            uri: string;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    stopSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    /** @description Six digits of the second factor, or a recovery code; needed where the account has a second factor */
                    code?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    confirmSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            recoveryCodes: string[];
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            user: components["schemas"]["ProfileUser"];
                            /** @description Whether mail is sent here at all */
                            sendsMail: boolean;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    changeProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            user: components["schemas"]["ProfileUser"];
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            token: string;
                            user: components["schemas"]["User"];
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    sendConfirmationMail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: null;
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listLogins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Login"][];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    exportProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["ProfileExport"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
                search?: string;
                role?: "USER" | "STAFF" | "ADMIN";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AdminUser"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "USER" | "STAFF" | "ADMIN";
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            id: number;
                            name: string;
                            email: string;
                            /** @enum {string} */
                            role: "USER" | "STAFF" | "ADMIN";
                            /** Format: date-time */
                            createdAt: string;
                            lastLoginAt: string | null;
                            hasTotp: boolean;
                            /** @description The password is too weak for the role: the admin area is closed until the user has set another one */
                            needsNewPassword: boolean;
                            /** @description Promoted without a confirmed address: the user cannot log in until they have used a reset link */
                            mustResetPassword: boolean;
                            /** @description Set if the last mail to this address was refused for good */
                            mailRefusal: {
                                /** @description The answer of the mail server */
                                reason: string;
                                /** Format: date-time */
                                at: string;
                            } | null;
                            /** @description To pass on to the user, who cannot log in until it is used */
                            resetUrl?: string;
                            /**
                             * Format: date-time
                             * @description Until when the link works
                             */
                            expiresAt?: string;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createResetLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            url: string;
                            /** Format: date-time */
                            expiresAt: string;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getDashboard: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Dashboard"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listBookings: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
                search?: string;
                status?: "CONFIRMED" | "CANCELLED" | "CHECKED_IN";
                movieId?: number;
                cinemaId?: number;
                screenId?: number;
                showId?: number;
                userId?: number;
                /** @description The cinema day on which the booking was made */
                date?: string;
                /** @description Only bookings that have one of these seats, such as C4,C5, in a show to come. They are listed by the start of their show, soonest first */
                seats?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Booking"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    exportBookings: {
        parameters: {
            query?: {
                search?: string;
                status?: "CONFIRMED" | "CANCELLED" | "CHECKED_IN";
                movieId?: number;
                cinemaId?: number;
                screenId?: number;
                showId?: number;
                userId?: number;
                /** @description The cinema day on which the booking was made */
                date?: string;
                /** @description Only bookings that have one of these seats, such as C4,C5, in a show to come. They are listed by the start of their show, soonest first */
                seats?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSeatLayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["SeatLayout"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getAnalytics: {
        parameters: {
            query?: {
                days?: number;
                cinemaId?: number;
                movieId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Analytics"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
                search?: string;
                entity?: "cinema" | "movie" | "screen" | "show" | "booking" | "user";
                entityId?: number;
                action?: "CREATE" | "UPDATE" | "DELETE" | "CANCEL" | "CHECK_IN" | "EXPORT" | "READ" | "LOGIN" | "LOGIN_FAILED" | "RESET_LINK";
                userId?: number;
                date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AuditEntry"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["ActivityItem"][];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getToday: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Today"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getBookingStory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["BookingStory"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelShow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["CancelledShow"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelBookingForCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getSeatMap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                showId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatMap"];
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listLines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            /** @description Is there a limit (`ROOM_LIMIT`) at all? */
                            isOn: boolean;
                            lines: components["schemas"]["Line"][];
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    createBooking: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    showId: number;
                    seats: string[];
                    /** @description What the user was shown, in rupees: at any other total nothing is booked (PRICE_CHANGED) */
                    expectedTotal?: number;
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message: string;
                        data: components["schemas"]["Booking"];
                        id: number;
                        bookingId: number;
                        /** @enum {string} */
                        status: "CONFIRMED" | "CANCELLED" | "CHECKED_IN";
                        /** @description Why the cinema cancelled the booking; null where it did not */
                        cancelReason: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        seats: string[];
                        seatCount: number;
                        /** @description Rupees, at most two decimals */
                        totalPrice: number;
                        movie: {
                            id: number;
                            title: string;
                            durationMin: number | null;
                            posterUrl: string | null;
                        };
                        show: {
                            id: number;
                            /** Format: date-time */
                            startTime: string;
                            /** @description Rupees, at most two decimals */
                            price: number;
                            movie: {
                                id: number;
                                title: string;
                                durationMin: number | null;
                                posterUrl: string | null;
                            };
                            screen: {
                                id: number;
                                name: string;
                                cinema: {
                                    id: number;
                                    name: string;
                                    city: string | null;
                                };
                            };
                        };
                        /** @description What is scanned at the entrance. Only in answers to the user who booked */
                        ticketCode?: string;
                        /** @description Only in answers to an administrator */
                        user?: {
                            id: number;
                            name: string;
                            email: string | null;
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    listMyBookings: {
        parameters: {
            query?: {
                /** @description Which page, from 1 on */
                page?: number;
                /** @description How many on a page; more than 100 count as 100 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Booking"][];
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    cancelBooking: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Booking"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    previewSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    kind: "run";
                    movieId: number;
                    screenIds: number[];
                    /** Format: date */
                    from: string;
                    /** Format: date */
                    to: string;
                    /**
                     * @description 1 is Monday, 7 is Sunday
                     * @default [
                     *       1,
                     *       2,
                     *       3,
                     *       4,
                     *       5,
                     *       6,
                     *       7
                     *     ]
                     */
                    weekdays?: number[];
                    times: string[];
                    price: number;
                } | {
                    /** @enum {string} */
                    kind: "copy";
                    cinemaId: number;
                    /** Format: date */
                    from: string;
                    days: 1 | 7;
                    /** Format: date */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["SchedulePreview"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    scheduleShows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    shows: {
                        movieId: number;
                        screenId: number;
                        price: number;
                        /** Format: date-time */
                        startTime: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            showIds: number[];
                        };
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    checkIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    /** @description The show at whose entrance this is; a ticket for another one is refused */
                    showId?: number;
                    /** @description A random id of this scan. Sent again with the same id after a lost answer, a ticket that it admitted is admitted again */
                    scanId?: string;
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Ticket"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getEntrance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: components["schemas"]["Entrance"];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    settleScans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    scans: {
                        scanId: string;
                        code: string;
                        /** Format: date-time */
                        scannedAt: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        message?: string;
                        data: {
                            scanId: string;
                            /** @description Null: this scan admits. Otherwise it is a conflict */
                            reason: ("ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_SHOW" | "WRONG_TIME" | "NOT_FOUND") | null;
                        }[];
                    };
                };
            };
            /** @description Default Response */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
            /** @description Default Response */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}
