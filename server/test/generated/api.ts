export interface paths {
    "/api/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tells whether the process is alive
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
         * Tells whether the server can serve requests
         * @description Responds with 503 while the database cannot be reached.
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
         * Lists movies
         * @description Newest first. Each movie has its next show and its lowest price. Also returns the available filters.
         */
        get: operations["listMovies"];
        put?: never;
        /**
         * Adds a movie
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
         * Returns a movie
         * @description Includes its upcoming shows, soonest first.
         */
        get: operations["getMovie"];
        /**
         * Updates a movie
         * @description Administrators only. Replaces the whole object: missing fields are cleared, unless their description says otherwise.
         */
        put: operations["updateMovie"];
        post?: never;
        /**
         * Deletes a movie
         * @description Administrators only. Refused while the movie is in use.
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
         * Lists cinemas
         * @description Sorted by name.
         */
        get: operations["listCinemas"];
        put?: never;
        /**
         * Adds a cinema
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
         * Returns a cinema
         * @description Includes its screens.
         */
        get: operations["getCinema"];
        /**
         * Updates a cinema
         * @description Administrators only. Replaces the whole object: missing fields are cleared, unless their description says otherwise.
         */
        put: operations["updateCinema"];
        post?: never;
        /**
         * Deletes a cinema
         * @description Administrators only. Refused while the cinema is in use.
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
         * Lists screens
         * @description Sorted by cinema name, then by screen name.
         */
        get: operations["listScreens"];
        put?: never;
        /**
         * Adds a screen
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
         * Returns a screen
         * @description Includes its cinema.
         */
        get: operations["getScreen"];
        /**
         * Updates a screen
         * @description Administrators only. Replaces the whole object: missing fields are cleared, unless their description says otherwise.
         */
        put: operations["updateScreen"];
        post?: never;
        /**
         * Deletes a screen
         * @description Administrators only. Refused while the screen is in use.
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
         * Lists the seats of a screen that are out of service
         * @description Administrators only.
         */
        get: operations["getClosedSeats"];
        /**
         * Takes seats of a screen out of service
         * @description Administrators only. Replaces the list: these seats can no longer be held or booked for any show on the screen, and all others can. Holds on these seats end. Sold seats stay sold; to find their bookings, call listBookings with this screenId and these seats.
         */
        put: operations["closeSeats"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/shows/{id}/closed-seats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the seats of a show that are out of service
         * @description Administrators only.
         */
        get: operations["getClosedSeatsOfShow"];
        /**
         * Takes seats out of service for one show
         * @description Administrators only. Replaces the list: these seats can no longer be held or booked for this show. Seats that are out of service on its screen stay so. Holds on these seats end, and sold seats stay sold. Refuses once the show has started.
         */
        put: operations["closeSeatsOfShow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/screens/{id}/seat-marks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the wheelchair and companion places of a screen
         * @description Administrators only.
         */
        get: operations["getSeatMarks"];
        /**
         * Marks the wheelchair and companion places of a screen
         * @description Administrators only. Replaces both lists, for all upcoming shows on the screen. Until they are released before a show, wheelchair places need `accessible: true`, and companion places go with a wheelchair place. Holds on newly marked seats end, and sold seats stay sold.
         */
        put: operations["markSeats"];
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
         * Lists shows
         * @description Upcoming shows first, soonest on top, then past ones, latest on top. Only administrators see cancelled shows.
         */
        get: operations["listShows"];
        put?: never;
        /**
         * Adds a show
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
         * Returns a show
         * @description Includes its movie, its screen and the number of available seats.
         */
        get: operations["getShow"];
        /**
         * Updates a show
         * @description Administrators only. Replaces the whole object: missing fields are cleared, unless their description says otherwise.
         */
        put: operations["updateShow"];
        post?: never;
        /**
         * Deletes a show
         * @description Administrators only. Refused while the show is in use.
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
         * Creates an account
         * @description Creates a customer account and logs it in. If mail is configured, sends a link to confirm the address.
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
         * Logs in
         * @description Returns the token that other requests send in the Authorization header, as Bearer. Refuses with CODE_REQUIRED if the account has two-step verification and no code was sent, and with PASSWORD_RESET_REQUIRED if the account was promoted without a confirmed address and its user has not yet set a new password with a link.
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
         * Logs out
         * @description Ends this login: its token is refused from now on and its live connections end.
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
         * Logs out everywhere
         * @description Ends all logins of the account: their tokens are refused from now on and their live connections end.
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
         * Sends a password reset link
         * @description Sends the link if the email belongs to an account. The response is the same either way.
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
         * Sets a new password with a link
         * @description Sets the password and ends all logins of the account. The link works once, for one hour. A link sent by mail also confirms the address.
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
         * Confirms an email address with a link
         * @description Confirms the address. The link works once, for seven days. Only this POST uses it up, because mail scanners open links.
         */
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts a login or a proof with a passkey
         * @description Names no account.
         */
        post: operations["startPasskeyLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Logs in with a passkey
         * @description Returns a token like that of a login with a password and a code. Refuses with INVALID_PASSKEY, whatever is wrong.
         */
        post: operations["logInWithPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the caller's passkeys
         * @description Returns the oldest first.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Adds a passkey
         * @description An account can have 20.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts adding a passkey
         * @description Requires the password, or a passkey with a challenge for a proof.
         */
        post: operations["startAddingPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Renames a passkey
         * @description Only its user sees the name.
         */
        put: operations["renamePasskey"];
        post?: never;
        /**
         * Removes a passkey
         * @description Logins made with it continue. Requires the password, or a passkey with a challenge for a proof.
         */
        delete: operations["removePasskey"];
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
         * Returns the state of two-step verification
         * @description Returns whether it is on, whether it is required, and how many recovery codes are left.
         */
        get: operations["getSecondFactor"];
        put?: never;
        /**
         * Starts setting up two-step verification
         * @description Returns the secret for an authenticator app. It takes effect once a first code confirms it.
         */
        post: operations["startSecondFactor"];
        /**
         * Turns off two-step verification
         * @description Requires the password and a code or recovery code, and deletes the recovery codes. Refuses with CODE_REQUIRED if the code is missing.
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
         * Turns on two-step verification with a first code
         * @description Ends all other logins of the user. Returns ten recovery codes, which are never shown again. Each works once instead of a code.
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
         * Returns the caller's profile
         * @description Returns the user the token belongs to, and whether this site sends mail.
         */
        get: operations["getProfile"];
        /**
         * Changes the caller's name, language and which mails they get
         * @description Fields that are not sent stay unchanged. A new name applies everywhere, on earlier bookings too. Mails are in the user's language at the time they are sent. A user who turns reminders or mails about free seats off gets none from now on, not even those already waiting to be sent.
         */
        put: operations["changeProfile"];
        post?: never;
        /**
         * Deletes the caller's account
         * @description Erases the name and email for good and ends all logins. Past bookings stay, as those of a deleted user. Refuses while the account has upcoming bookings.
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
         * Changes the caller's password
         * @description Ends all logins, including this one, and returns a new token.
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
         * Resends the link that confirms the caller's email address
         * @description Sends a new link; earlier ones keep working. Sends nothing if the address is already confirmed. Refuses with RATE_LIMITED after four in an hour, including the one sent at signup.
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
         * Lists the caller's logins
         * @description Returns the latest 50, newest first: when, from which network address and with which browser.
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
         * Exports the caller's data
         * @description Returns everything stored about the account as a JSON file to download.
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
         * Lists accounts
         * @description Returns accounts by name with their role and last login, without deleted ones. The audit log records requests that list customers.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Opens an account for new staff
         * @description Returns a link to pass on, with which the user sets a password and can then log in. It works once, for seven days; after that, createResetLink creates another.
         */
        post: operations["inviteUser"];
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
         * Changes the role of an account
         * @description Gives the account the role, effective immediately. A promotion ends all logins of the user. If the address is not confirmed, returns a link to pass on; until it is used, logging in with the old password is refused with PASSWORD_RESET_REQUIRED. Refuses to demote the last administrator who can log in.
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
         * Creates a password reset link for a user
         * @description Returns a link to pass on in person or by phone. It works once, for one hour.
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
         * Returns the dashboard
         * @description Returns totals of all cinemas, the five latest bookings and the five movies that earned most in the last 30 days.
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
    "/api/admin/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns sales and occupancy
         * @description Returns figures of the last days or of a calendar month by day, show, hour, screen, movie and cinema, in the time zone of the cinemas, and those of the period before. Covers everything, one cinema, one movie, or one movie in one cinema.
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
    "/api/admin/analytics/month-end.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Exports the sales of a month as CSV
         * @description Returns what all cinemas sold and cancelled on each day of a calendar month, as UTF-8 with a header row. A booking counts on the day it was made, under the status it has now. The running month ends today.
         */
        get: operations["exportMonthEnd"];
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
         * Lists recent activity
         * @description Returns the latest bookings and cancellations, and shows in the coming week that are nearly full, newest first.
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
    "/api/admin/tonight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns all of today's shows with their seats
         * @description Returns today's shows and those of yesterday that are still on, in order of start, without customers.
         */
        get: operations["getTonight"];
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
         * Returns today's figures
         * @description Returns sales so far compared with yesterday and the same day last week, the next shows, and how full each cinema is.
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
    "/api/admin/bookings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists all customers' bookings
         * @description Returns bookings with the customer who made each, newest first. The search matches customer names and email addresses, movies, cinemas, booking IDs and ticket codes. The audit log records searches and requests for one customer.
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
         * Exports bookings as CSV
         * @description Takes the same filters as the list and returns all matches as UTF-8 with a header row. The audit log records each export.
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
    "/api/admin/bookings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns a booking and its timeline
         * @description Returns what happened to the booking, when and by whom: made, paid, mailed, moved with its show, checked in or cancelled. The audit log records each request.
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
    "/api/admin/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Searches bookings, shows, movies, cinemas and people
         * @description Finds bookings by ID, ticket code and customer, shows by movie, cinema and screen, and people by name and email address. The audit log records searches that find customers.
         */
        get: operations["searchEverything"];
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
         * Returns the seats of a show with their customers
         * @description Returns all 100 seats, each with its state and the customer who holds or booked it. The audit log records each request.
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
    "/api/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the audit log
         * @description Returns who did what and from where, newest first, with the values before and after. Covers changes to the catalogue and to users, exports and other reads of customers’ data, check-ins, cancellations by the cinema, and logins of staff and administrators.
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
    "/api/admin/shows/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns what cancelling a show would cancel
         * @description Returns how many bookings and seats would be cancelled, and what the customers paid for them.
         */
        get: operations["previewCancelShow"];
        put?: never;
        /**
         * Cancels a show with all its bookings
         * @description Cancels the show for good. Its time on the screen becomes free, its bookings are cancelled and customers are told the reason. Refuses once the show is over.
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
         * Cancels a customer's booking
         * @description Frees the seats immediately and tells the customer the reason. Refuses once the show has started.
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
         * Returns the seat map of a show
         * @description Lists all 100 seats, and which are booked, held or out of service, never older than the request.
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
         * Lists the queues of the waiting room
         * @description Counts, across all servers, the users inside each show and in its queue. Leaves out shows without any.
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
    "/api/shows/{id}/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the caller's place on the waitlist of a show
         * @description Null for a caller who does not wait. An offer has seats that are held for the caller until a time.
         */
        get: operations["getWaiting"];
        /**
         * Puts the caller on the waitlist of a show
         * @description Possible while fewer seats are free than the caller wants, until an hour before the start. A caller who already waits changes the number of seats and keeps their place.
         */
        put: operations["joinWaitlist"];
        post?: never;
        /**
         * Takes the caller off the waitlist of a show
         * @description Declines an offer, if there is one: its seats are offered to the next user.
         */
        delete: operations["leaveWaitlist"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profile/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the shows that the caller waits for
         * @description Soonest first. Leaves out shows that have started.
         */
        get: operations["listMyWaiting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/waitlists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists how many users wait for each upcoming show
         * @description Leaves out shows that nobody waits for.
         */
        get: operations["listWaitlists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/shows/{id}/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the users who wait for a show, in order
         * @description Lists the first 1,000.
         */
        get: operations["listWaitingUsers"];
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
         * Books seats
         * @description Either all seats are booked or none. Repeating an Idempotency-Key within 24 hours books nothing new and returns the booking as it is now.
         */
        post: operations["createBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/bookings/{id}/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the seats of one of the caller's bookings
         * @description Gives back the seats in `release` and books those in `take`, or changes nothing. Possible until the show starts. Every seat keeps the price that was paid. Repeating an Idempotency-Key within 24 hours changes nothing again and returns the booking as it is now.
         */
        post: operations["changeBooking"];
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
         * Lists the caller's bookings, newest first
         * @description Without `page` and `limit`, returns the newest 200. With either, returns one page of the newest 10,000.
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
         * Cancels one of the caller's bookings
         * @description Possible until the show starts. The seats are available again immediately.
         */
        post: operations["cancelBooking"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Returns the ticket of one seat
         * @description Takes the code of a seat, not that of a booking. Anyone who has it may see the show and the seat, and nothing about the user, the booking or its other seats. The codes of seats that were given back are unknown.
         */
        get: operations["getSharedTicket"];
        put?: never;
        post?: never;
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
         * Previews a plan without scheduling anything
         * @description Returns the shows of the plan, each with its clash, if any. A plan is either a run of one movie or a copy of some days of a cinema.
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
         * Schedules many shows
         * @description Either all shows are scheduled or none.
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
         * Admits seats at the entrance, each once
         * @description A booking's code admits every seat that was not admitted before, a seat's code admits that seat. A refusal includes the ticket.
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
         * Returns a show's admissions, and its ticket list for a device without a connection
         * @description Counts admitted and booked seats, and lists the scans that are conflicts and the tickets that admit. The ticket list contains no names, only the beginning of the SHA-256 of each code, and a checksum against damage.
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
         * Settles scans that were made without a connection
         * @description Each scan is judged seat by seat, as of when it was made. The first scan of a seat that is settled admits it; all others become conflicts, which appear on every device at the show's entrance. Sending the same scans again is safe.
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
             * @description FILLING: an upcoming show has sold at least 80 % of the seats that can be sold
             * @enum {string}
             */
            kind: "BOOKED" | "CANCELLED" | "FILLING";
            /**
             * Format: date-time
             * @description For FILLING: the time of the latest booking
             */
            at: string;
            bookingId: number | null;
            customerName: string | null;
            /** @description Seats of the booking. For FILLING: all sold seats of the show */
            seats: number;
            /** @description For FILLING: how many seats can be sold */
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
        /** @description At most five of each kind */
        AdminSearch: {
            bookings: components["schemas"]["Booking"][];
            shows: {
                id: number;
                /** Format: date-time */
                startTime: string;
                movieTitle: string;
                cinemaName: string;
                screenName: string;
                /** @enum {string} */
                status: "SCHEDULED" | "CANCELLED";
            }[];
            movies: {
                id: number;
                title: string;
            }[];
            cinemas: {
                id: number;
                name: string;
                city: string | null;
            }[];
            people: components["schemas"]["User"][];
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
            /** @description The password is too weak for the role. The user cannot use the admin area until they set a stronger one */
            needsNewPassword: boolean;
            /** @description Promoted without a confirmed address. The user cannot log in until they use a reset link */
            mustResetPassword: boolean;
            /** @description Set if the mail server permanently refused the last mail to this address */
            mailRefusal: {
                /** @description The response of the mail server */
                reason: string;
                /** Format: date-time */
                at: string;
            } | null;
        };
        /** @description Sales and cancellations count towards the cinema day on which the booking was made; occupancy by hour counts towards the day on which the show starts. occupancyByShow has the 50 fullest shows of the period and later. If filtered by cinema, topMovies counts the shows of the period instead of its sales; so does topCinemas if filtered by movie. */
        Analytics: {
            days: number;
            /** @description The calendar month, such as 2026-11. Null for the last days */
            month: string | null;
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
                /** @description The share of all 100 seats that is booked, from 0 to 1. Seats out of service do not count as booked */
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
            /** @description Sales by the number of hours before the start of the show. The last step has no upper end */
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
                /** @description The share of all 100 seats that is booked, from 0 to 1. Seats out of service do not count as booked */
                occupancy: number;
            }[];
            occupancyByHour: {
                /** @description 1 is Monday, 7 is Sunday */
                weekday: number;
                hour: number;
                shows: number;
                seats: number;
                /** @description The share of all 100 seats that is booked, from 0 to 1. Seats out of service do not count as booked */
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
            /** @description Bookings of past shows that were never checked in. The rate is their share of all bookings of past shows */
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
                /** @description The share of all 100 seats that is booked, from 0 to 1. Seats out of service do not count as booked */
                occupancy: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            }[];
            /** @description The same figures for the same number of days before, or for the month before */
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
                    /** @description The share of all 100 seats that is booked, from 0 to 1. Seats out of service do not count as booked */
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
                cancellations: {
                    bookings: number;
                    seats: number;
                    /** @description Rupees, at most two decimals */
                    revenue: number;
                    rate: number;
                };
                /** @description Bookings of past shows that were never checked in. The rate is their share of all bookings of past shows */
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
            /** @description The user who did it. Null if nobody was logged in, as for a failed login */
            actor: {
                id: number;
                name: string;
                email: string | null;
            } | null;
            /** @description The network address of the request */
            address: string | null;
            /** @enum {string} */
            action: "CREATE" | "UPDATE" | "DELETE" | "CANCEL" | "CHECK_IN" | "EXPORT" | "READ" | "LOGIN" | "LOGIN_FAILED" | "RESET_LINK";
            /** @enum {string} */
            entity: "cinema" | "movie" | "screen" | "show" | "booking" | "user";
            /** @description Null if it concerned many, as for an export or a search */
            entityId: number | null;
            /** @description The name of the entity at that time, or the current name of the user */
            name: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Bookings of a show that are not cancelled */
        BookedTotal: {
            bookings: number;
            seats: number;
            /** @description Rupees, at most two decimals */
            revenue: number;
        };
        Booking: {
            id: number;
            bookingId: number;
            /** @enum {string} */
            status: "CONFIRMED" | "CANCELLED" | "CHECKED_IN";
            /** @description Why the cinema cancelled the booking. Null if it did not */
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
                /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                posterFocus: number | null;
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
                    /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                    posterFocus: number | null;
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
                /** @description CC: closed captions, OC: open captions, AD: audio description, ISL: sign language */
                accessibility: ("CC" | "OC" | "AD" | "ISL")[];
            };
            /** @description The code that is scanned at the entrance and admits every seat. Only in responses to the user who booked, and to administrators who ask for one booking */
            ticketCode?: string;
            /** @description A ticket for each seat, to share on its own. In the same responses as ticketCode */
            tickets?: {
                seat: string;
                /** @description The code that admits this seat alone */
                code: string;
                /** @description When the seat was admitted at the entrance */
                admittedAt: string | null;
            }[];
            /** @description Only in responses to an administrator */
            user?: {
                id: number;
                name: string;
                email: string | null;
            };
        };
        /** @description A booking and its history, earliest event first. */
        BookingTimeline: {
            booking: components["schemas"]["Booking"];
            events: {
                /** @enum {string} */
                kind: "MADE" | "PAID" | "MAILED" | "MAIL_WAITING" | "MAIL_FAILED" | "SHOW_MOVED" | "CHANGED" | "CHECKED_IN" | "SCAN_CONFLICT" | "CANCELLED";
                /** Format: date-time */
                at: string;
                /** @description The user who did it. Null for the system or if unknown */
                by: {
                    id: number;
                    name: string;
                } | null;
                /** @description The kind of mail: booking-confirmed, booking-cancelled, show-moved … */
                mail: string | null;
                /** @description The reason for the cancellation, if an administrator gave one */
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
                /** @description For CHANGED: the seats given back and taken, and what is owed to the customer for fewer seats */
                change: {
                    released: string[];
                    taken: string[];
                    /** @description Rupees, at most two decimals */
                    refund: number;
                } | null;
                /** @description For CHECKED_IN and SCAN_CONFLICT: the seats that were admitted, or let in without being admitted */
                seats: string[] | null;
                /** @description For SCAN_CONFLICT: why the ticket should not have admitted the customers let in by an offline scan */
                conflict: ("ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_TIME") | null;
            }[];
        };
        CancelledShow: {
            show: components["schemas"]["Show"];
            /** @description The number of bookings cancelled with the show */
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
        ClosedSeatsOfShow: {
            showId: number;
            /** @description Closed for this show only */
            seats: string[];
            /** @description Closed for all shows on its screen */
            screenSeats: string[];
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
            /** @description Seats of bookings that are not cancelled */
            bookedSeats: number;
            /** @description Latest first */
            conflicts: {
                scanId: string;
                /** Format: date-time */
                scannedAt: string;
                /** @enum {string} */
                reason: "ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_SHOW" | "WRONG_TIME" | "NOT_FOUND";
                bookingId: number;
                /** @description The seats that the scan let in and does not admit */
                seats: string[];
                /** @description The scan whose admission counts, if any */
                admittedScanId: string | null;
                admittedAt: string | null;
            }[];
            /** @description The ticket list for a device without a connection */
            signedList: components["schemas"]["SignedTicketList"];
        };
        Failure: {
            /** @constant */
            success: false;
            message: string;
            /** @enum {string} */
            code: "VALIDATION_FAILED" | "MALFORMED_JSON" | "LINK_EXPIRED" | "UNAUTHENTICATED" | "INVALID_CREDENTIALS" | "PASSWORD_RESET_REQUIRED" | "CODE_REQUIRED" | "INVALID_CODE" | "INVALID_PASSKEY" | "FORBIDDEN" | "TOTP_REQUIRED" | "PASSWORD_TOO_WEAK" | "NOT_FOUND" | "EMAIL_TAKEN" | "LAST_ADMIN" | "HAS_UPCOMING_BOOKINGS" | "TOTP_ALREADY_ON" | "TOO_MANY_PASSKEYS" | "TOTP_NOT_STARTED" | "SCREEN_BUSY" | "IN_USE" | "CHANGED_MEANWHILE" | "SEATS_BOOKED" | "SEATS_HELD" | "SEATS_CLOSED" | "ACCESSIBLE_PLACE" | "COMPANION_PLACE" | "SHOW_STARTED" | "SHOW_CANCELLED" | "WAITING" | "TOO_MANY_SEATS" | "PRICE_CHANGED" | "ALREADY_CANCELLED" | "SEATS_AVAILABLE" | "TOO_LATE" | "NOT_CHANGEABLE" | "ALREADY_CHECKED_IN" | "WRONG_SHOW" | "WRONG_TIME" | "IDEMPOTENCY_MISMATCH" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL" | "MAIL_OFF" | "UNAVAILABLE";
            errors?: {
                path: string;
                message: string;
            }[];
            conflicts?: string[];
            /** @description For PRICE_CHANGED: what the seats cost now, in rupees */
            total?: number;
            /** @description The ticket that was refused at the entrance */
            ticket?: components["schemas"]["Ticket"];
            requestId: string;
        };
        Hall: {
            showId: number;
            /** Format: date-time */
            startTime: string;
            /** Format: date-time */
            endTime: string;
            movieTitle: string;
            cinemaName: string;
            screenName: string;
            /** @description Whether tickets can be checked in now */
            isAdmitting: boolean;
            /** @description A character for each seat from A1 to J10: - is free, h held, b booked, c booked and checked in, x out of service and not sold */
            seats: string;
            /** @description Rupees, at most two decimals */
            revenue: number;
            /** @description Scans without a connection that admitted somebody whom the ticket does not */
            conflicts: number;
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
            /** @description The network address of the login */
            address: string;
            /** @description Browser and operating system, such as Firefox on Windows */
            device: string;
            /** @description Whether a code, a recovery code or a passkey was used */
            usedSecondFactor: boolean;
            /** @description Whether its token is still valid */
            isActive: boolean;
            /** @description Whether this request uses its token */
            isCurrent: boolean;
        };
        Movie: {
            id: number;
            title: string;
            durationMin: number | null;
            posterUrl: string | null;
            /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
            posterFocus: number | null;
            description: string | null;
            language: string | null;
            format: ("2D" | "3D" | "IMAX" | "4DX") | null;
            certificate: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
            /** Format: date-time */
            createdAt: string;
            _count: {
                shows: number;
            };
            /** @description Only in lists: the start of the next show. Null if there is no upcoming show */
            nextShowTime?: string | null;
            /** @description Only in lists: the lowest price per seat of an upcoming show, in rupees */
            lowestPrice?: number | null;
        };
        MovieDetail: {
            id: number;
            title: string;
            durationMin: number | null;
            posterUrl: string | null;
            /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
            posterFocus: number | null;
            description: string | null;
            language: string | null;
            format: ("2D" | "3D" | "IMAX" | "4DX") | null;
            certificate: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
            /** Format: date-time */
            createdAt: string;
            _count: {
                shows: number;
            };
            /** @description Only in lists: the start of the next show. Null if there is no upcoming show */
            nextShowTime?: string | null;
            /** @description Only in lists: the lowest price per seat of an upcoming show, in rupees */
            lowestPrice?: number | null;
            shows: components["schemas"]["Show"][];
        };
        /** @description The filters for the list of movies: languages, formats, and cities with upcoming shows */
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
        Passkey: {
            id: number;
            name: string;
            /** Format: date-time */
            createdAt: string;
            lastUsedAt: string | null;
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
            /** @description CC: closed captions, OC: open captions, AD: audio description, ISL: sign language */
            accessibility: ("CC" | "OC" | "AD" | "ISL")[];
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
                /**
                 * @description The language of the pages and of mails
                 * @enum {string}
                 */
                language: "en" | "hi";
                /** @description Whether the user wants to be reminded of a show by mail */
                reminders: boolean;
                /** @description Whether the user wants a mail when seats come free for them */
                waitlistMails: boolean;
            };
            logins: {
                id: number;
                /** Format: date-time */
                at: string;
                /** @description The network address of the login */
                address: string;
                /** @description Browser and operating system, such as Firefox on Windows */
                device: string;
                /** @description Whether a code, a recovery code or a passkey was used */
                usedSecondFactor: boolean;
                /** @description Whether its token is still valid */
                isActive: boolean;
            }[];
            secondFactor: {
                /** Format: date-time */
                startedAt: string;
                isOn: boolean;
                recoveryCodesLeft: number;
            } | null;
            passkeys: {
                name: string;
                /** Format: date-time */
                createdAt: string;
                lastUsedAt: string | null;
            }[];
            /** @description Unused links to set a new password */
            resetLinks: {
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                expiresAt: string;
            }[];
            /** @description Unused links to confirm the email address */
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
                /** @description Why the cinema cancelled the booking. Null if it did not */
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
                    /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                    posterFocus: number | null;
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
                        /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                        posterFocus: number | null;
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
                    /** @description CC: closed captions, OC: open captions, AD: audio description, ISL: sign language */
                    accessibility: ("CC" | "OC" | "AD" | "ISL")[];
                };
                /** @description The code that is scanned at the entrance and admits every seat. Only in responses to the user who booked, and to administrators who ask for one booking */
                ticketCode?: string;
                /** @description A ticket for each seat, to share on its own. In the same responses as ticketCode */
                tickets?: {
                    seat: string;
                    /** @description The code that admits this seat alone */
                    code: string;
                    /** @description When the seat was admitted at the entrance */
                    admittedAt: string | null;
                }[];
                /** @description Only in responses to an administrator */
                user?: {
                    id: number;
                    name: string;
                    email: string | null;
                };
                cancelledAt: string | null;
                checkedInAt: string | null;
                admissions: {
                    seat: string;
                    /** Format: date-time */
                    admittedAt: string;
                }[];
                changes: {
                    /** Format: date-time */
                    at: string;
                    released: string[];
                    taken: string[];
                }[];
            }[];
            holds: {
                showId: number;
                seat: string;
                /** Format: date-time */
                heldUntil: string;
            }[];
            /** @description Places in the waiting rooms of shows */
            linePlaces: {
                showId: number;
                state: string;
                /** Format: date-time */
                joinedAt: string;
            }[];
            waitlist: {
                showId: number;
                /** @description How many seats the user wants */
                seats: number;
                /** Format: date-time */
                since: string;
                /** @description Seats that are held for the user until then */
                offer: {
                    seats: string[];
                    /** Format: date-time */
                    expiresAt: string;
                } | null;
            }[];
            /** @description Offline scans that let someone in although the ticket did not admit them: of the user's tickets, or made by the user as staff */
            scanConflicts: {
                bookingId: number;
                /** @enum {string} */
                reason: "ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_TIME";
                /** Format: date-time */
                scannedAt: string;
                /** Format: date-time */
                settledAt: string;
                /** @description Null for all seats of the booking */
                seats: string[] | null;
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
            /** @description Set if the mail server permanently refused the last mail to this address */
            mailRefusal: {
                /** @description The response of the mail server */
                reason: string;
                /** Format: date-time */
                at: string;
            } | null;
            /** @description Idempotency-Keys of bookings made in the last 24 hours */
            requestKeys: {
                key: string;
                bookingId: number;
                /** Format: date-time */
                createdAt: string;
            }[];
            /** @description From the audit log: what the user did as administrator or staff, and what was done to their account */
            actions: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                action: "CREATE" | "UPDATE" | "DELETE" | "CANCEL" | "CHECK_IN" | "EXPORT" | "READ" | "LOGIN" | "LOGIN_FAILED" | "RESET_LINK";
                /** @enum {string} */
                entity: "cinema" | "movie" | "screen" | "show" | "booking" | "user";
                /** @description Null if it concerned many, as for an export or a search */
                entityId: number | null;
                /** @description The name of the entity at that time, or the current name of the user */
                name: string | null;
                /** @description The network address of the request */
                address: string | null;
            }[];
        };
        ProfileUser: {
            id: number;
            name: string;
            email: string;
            /** @enum {string} */
            role: "USER" | "STAFF" | "ADMIN";
            /**
             * @description The language of the pages and of mails
             * @enum {string}
             */
            language: "en" | "hi";
            /** @description Whether the user wants to be reminded of a show by mail */
            reminders: boolean;
            /** @description Whether the user wants a mail when seats come free for them */
            waitlistMails: boolean;
            /** @description Until the address is confirmed, it receives only links to confirm it or to reset the password */
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
                /** @description Seats that are out of service and not sold */
                closed: number;
                available: number;
                /** @description Rupees, at most two decimals */
                revenue: number;
            };
            /** @description Wheelchair places, which have no seat, until they are released to everyone */
            wheelchairSeats: string[];
            /** @description Seats for those who come with a wheelchair user, until they are released to everyone */
            companionSeats: string[];
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
            /** @description Seats that are out of service and not sold. Also listed in bookedSeats, for clients that do not know about them */
            closedSeats: string[];
            /** @description Wheelchair places, which have no seat, until they are released to everyone */
            wheelchairSeats: string[];
            /** @description Seats for those who come with a wheelchair user, until they are released to everyone */
            companionSeats: string[];
            /** @description Versions can only be compared within one epoch */
            epoch?: string;
            /** @description The show's version. Live events with a higher version are newer than this map */
            version: number;
        };
        SeatMarks: {
            screenId: number;
            wheelchair: string[];
            companion: string[];
        };
        SharedTicket: {
            code: string;
            seat: string;
            movieTitle: string;
            posterUrl: string | null;
            cinemaName: string;
            cinemaCity: string | null;
            screenName: string;
            /** @description CC: closed captions, OC: open captions, AD: audio description, ISL: sign language */
            accessibility: ("CC" | "OC" | "AD" | "ISL")[];
            /** Format: date-time */
            startTime: string;
            /** @description When and where the show was when the seat was booked. Null if it was not moved since */
            movedFrom: {
                /** Format: date-time */
                startTime: string;
                place: string;
            } | null;
            /** @enum {string} */
            status: "VALID" | "ADMITTED" | "SHOW_CANCELLED";
            admittedAt: string | null;
            /** @description Why the show was cancelled */
            cancelReason: string | null;
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
                /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                posterFocus: number | null;
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
            /** @description The number of booked seats */
            soldSeats: number;
            /** @description The number of seats that can be sold: all 100 except unsold seats out of service. soldSeats / sellableSeats is the occupancy */
            sellableSeats: number;
            /** @enum {string} */
            status: "SCHEDULED" | "CANCELLED";
            /** @description Why the show was cancelled. Null while it is scheduled */
            cancelReason: string | null;
            /** @description CC: closed captions, OC: open captions, AD: audio description, ISL: sign language */
            accessibility: ("CC" | "OC" | "AD" | "ISL")[];
        };
        SignedTicketList: {
            /** @description A ticket list as JSON text */
            list: string;
            /** @description The SHA-256 of the text in base64url. It reveals damage, not forgery */
            checksum: string;
            /** @description Deprecated: verify the checksum instead */
            signature: string;
            /** @description Deprecated: verify the checksum instead */
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
            /** @description When its first seat was admitted */
            checkedInAt: string | null;
            /** @description The seat, if its own code was scanned */
            seat: string | null;
            /** @description The seats that this scan admits */
            admitted: string[];
            /** @description The seats of the booking that are not admitted yet */
            remaining: string[];
            /** @description When the last seat of this code was admitted. Null while the code still admits a seat */
            usedAt: string | null;
        };
        Today: {
            /** Format: date */
            date: string;
            /** @description Bookings made on a cinema day and not cancelled: today so far, all of yesterday, and all of the day a week ago */
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
            /** @description The next shows within twelve hours: `seats` counts sold seats, `capacity` those that can be sold (not out of service) */
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
            /** @description Each cinema with shows today: `seats` counts their sold seats, `capacity` those that can be sold (not out of service) */
            cinemas: {
                id: number;
                name: string;
                city: string | null;
                shows: number;
                seats: number;
                capacity: number;
            }[];
        };
        Tonight: {
            /** Format: date */
            date: string;
            halls: components["schemas"]["Hall"][];
        };
        TotpState: {
            isOn: boolean;
            /** @description Without two-step verification or a passkey, this account cannot use the admin area */
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
        Waiting: {
            showId: number;
            /** @description How many seats the user wants */
            seats: number;
            /** @description 1 is first */
            position: number;
            /** Format: date-time */
            since: string;
            /** @description Seats that are held for the user until then */
            offer: {
                seats: string[];
                /** Format: date-time */
                expiresAt: string;
            } | null;
        };
        WaitingUser: {
            showId: number;
            /** @description How many seats the user wants */
            seats: number;
            /** @description 1 is first */
            position: number;
            /** Format: date-time */
            since: string;
            /** @description Seats that are held for the user until then */
            offer: {
                seats: string[];
                /** Format: date-time */
                expiresAt: string;
            } | null;
            user: {
                id: number;
                name: string;
                email: string | null;
            };
        };
        WaitingWithShow: {
            showId: number;
            /** @description How many seats the user wants */
            seats: number;
            /** @description 1 is first */
            position: number;
            /** Format: date-time */
            since: string;
            /** @description Seats that are held for the user until then */
            offer: {
                seats: string[];
                /** Format: date-time */
                expiresAt: string;
            } | null;
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
                    /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                    posterFocus: number | null;
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
                /** @description CC: closed captions, OC: open captions, AD: audio description, ISL: sign language */
                accessibility: ("CC" | "OC" | "AD" | "ISL")[];
            };
        };
        WaitlistSize: {
            showId: number;
            users: number;
            seats: number;
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
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
                limit?: number;
                search?: string;
                /** @description Returns only movies in this language, ignoring case */
                language?: string;
                /** @description Returns only movies in this format */
                format?: "2D" | "3D" | "IMAX" | "4DX";
                /** @description Returns only movies with upcoming shows in this city, ignoring case. nextShowTime and lowestPrice refer to those shows */
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
                    /** @description Unchanged if missing. Null clears it */
                    language?: string | null;
                    /** @description Unchanged if missing. Null clears it */
                    format?: ("2D" | "3D" | "IMAX" | "4DX") | null;
                    /** @description Unchanged if missing. Null clears it */
                    certificate?: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
                    /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). If missing, unchanged as long as the poster is. Null clears it */
                    posterFocus?: number | null;
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
                    /** @description Unchanged if missing. Null clears it */
                    language?: string | null;
                    /** @description Unchanged if missing. Null clears it */
                    format?: ("2D" | "3D" | "IMAX" | "4DX") | null;
                    /** @description Unchanged if missing. Null clears it */
                    certificate?: ("U" | "UA 7+" | "UA 13+" | "UA 16+" | "A" | "S") | null;
                    /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). If missing, unchanged as long as the poster is. Null clears it */
                    posterFocus?: number | null;
                    /** @description Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE) */
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
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
                    /** @description Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE) */
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
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
                    /** @description Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE) */
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
                    /** @description All seats that are closed from now on. All other seats are open */
                    seats: string[];
                    /** @description Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE) */
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
    getClosedSeatsOfShow: {
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
                        data: components["schemas"]["ClosedSeatsOfShow"];
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
    closeSeatsOfShow: {
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
                    /** @description All seats that are closed from now on. All other seats are open */
                    seats: string[];
                    /** @description Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE) */
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
                        data: components["schemas"]["ClosedSeatsOfShow"];
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
    getSeatMarks: {
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
                        data: components["schemas"]["SeatMarks"];
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
    markSeats: {
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
                    /** @description All places for wheelchairs from now on */
                    wheelchair: string[];
                    /** @description All companion places from now on */
                    companion: string[];
                    /** @description Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE) */
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
                        data: components["schemas"]["SeatMarks"];
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
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
                limit?: number;
                search?: string;
                movieId?: number;
                cinemaId?: number;
                screenId?: number;
                /** @description The first cinema day, such as 2026-11-15 */
                from?: string;
                /** @description The last cinema day, such as 2026-11-15 */
                to?: string;
                /** @description Returns only shows with this */
                accessibility?: "CC" | "OC" | "AD" | "ISL";
                /** @description Returns only shows that have not started */
                upcoming?: "true";
                /** @description A cinema day, such as 2026-11-15, or `today` by the clock of the server */
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
                    /** @description Unchanged if missing. Empty for a new show */
                    accessibility?: ("CC" | "OC" | "AD" | "ISL")[];
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
            /** @description Not changed since the response whose ETag is in If-None-Match. */
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
                    /** @description Unchanged if missing. Empty for a new show */
                    accessibility?: ("CC" | "OC" | "AD" | "ISL")[];
                    /** @description Fields as the client read them. If any of them has changed since, nothing is changed (CHANGED_MEANWHILE) */
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
                    /** @description Six digits from the authenticator app, or a recovery code. Required if the account has two-step verification */
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
    startPasskeyLogin: {
        parameters: {
            query?: {
                purpose?: "login" | "proof";
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
                        /** @description PublicKeyCredentialRequestOptionsJSON of WebAuthn, with a challenge that works once */
                        data: {
                            challenge: string;
                        } & {
                            [key: string]: unknown;
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
    logInWithPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    response: {
                        clientDataJSON: string;
                        authenticatorData: string;
                        signature: string;
                        userHandle?: string | null;
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
    listPasskeys: {
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
                        data: components["schemas"]["Passkey"][];
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
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description By default the browser and operating system */
                    name?: string;
                    credential: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                        };
                    };
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
                        data: components["schemas"]["Passkey"];
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
    startAddingPasskey: {
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
                } | {
                    passkey: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
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
                        /** @description PublicKeyCredentialCreationOptionsJSON of WebAuthn, with a challenge that works once */
                        data: {
                            challenge: string;
                        } & {
                            [key: string]: unknown;
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
    renamePasskey: {
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
                        data: components["schemas"]["Passkey"];
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
    removePasskey: {
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
                    password: string;
                } | {
                    passkey: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
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
                            /** @description In base32, to type into an authenticator app */
                            secret: string;
                            /** @description The same secret as an otpauth address, for a QR code */
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
                    /** @description Six digits from the authenticator app, or a recovery code. Required if the account has two-step verification */
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
                            /** @description Whether this site sends mail */
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
                    /** @description Whether the user wants to be reminded of a show by mail */
                    reminders?: boolean;
                    /** @description Whether the user wants a mail when seats come free for them */
                    waitlistMails?: boolean;
                    name?: string;
                    /**
                     * @description The language of the pages and of mails
                     * @enum {string}
                     */
                    language?: "en" | "hi";
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
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
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
    inviteUser: {
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
                    /** @enum {string} */
                    role: "STAFF" | "ADMIN";
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
                            id: number;
                            name: string;
                            email: string;
                            /** @enum {string} */
                            role: "USER" | "STAFF" | "ADMIN";
                            /** Format: date-time */
                            createdAt: string;
                            lastLoginAt: string | null;
                            hasTotp: boolean;
                            /** @description The password is too weak for the role. The user cannot use the admin area until they set a stronger one */
                            needsNewPassword: boolean;
                            /** @description Promoted without a confirmed address. The user cannot log in until they use a reset link */
                            mustResetPassword: boolean;
                            /** @description Set if the mail server permanently refused the last mail to this address */
                            mailRefusal: {
                                /** @description The response of the mail server */
                                reason: string;
                                /** Format: date-time */
                                at: string;
                            } | null;
                            /** @description A link to pass on to the user, who cannot log in until they use it */
                            resetUrl?: string;
                            /**
                             * Format: date-time
                             * @description When the link expires
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
                            /** @description The password is too weak for the role. The user cannot use the admin area until they set a stronger one */
                            needsNewPassword: boolean;
                            /** @description Promoted without a confirmed address. The user cannot log in until they use a reset link */
                            mustResetPassword: boolean;
                            /** @description Set if the mail server permanently refused the last mail to this address */
                            mailRefusal: {
                                /** @description The response of the mail server */
                                reason: string;
                                /** Format: date-time */
                                at: string;
                            } | null;
                            /** @description A link to pass on to the user, who cannot log in until they use it */
                            resetUrl?: string;
                            /**
                             * Format: date-time
                             * @description When the link expires
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
    getAnalytics: {
        parameters: {
            query?: {
                days?: number;
                /** @description A calendar month, such as 2026-11, instead of the last days. Compared with the month before; until the month is over, with as many of its days */
                month?: string;
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
    exportMonthEnd: {
        parameters: {
            query: {
                month: string;
                /** @description One row per day, or one per day and cinema */
                by?: "day" | "cinema";
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
    getTonight: {
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
                        data: components["schemas"]["Tonight"];
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
    listBookings: {
        parameters: {
            query?: {
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
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
                /** @description The cinema day on which the show starts */
                showDate?: string;
                /** @description Returns only bookings of upcoming shows that include one of these seats, such as C4,C5. Sorted by the start of the show, soonest first */
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
                /** @description The cinema day on which the show starts */
                showDate?: string;
                /** @description Returns only bookings of upcoming shows that include one of these seats, such as C4,C5. Sorted by the start of the show, soonest first */
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
                        data: components["schemas"]["BookingTimeline"];
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
    searchEverything: {
        parameters: {
            query: {
                /** @description Matched anywhere in a name, ignoring case */
                q: string;
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
                        data: components["schemas"]["AdminSearch"];
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
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
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
    previewCancelShow: {
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
                        data: components["schemas"]["BookedTotal"];
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
                            /** @description Whether the waiting room is on (`ROOM_LIMIT`) */
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
    getWaiting: {
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
                        data: components["schemas"]["Waiting"] | null;
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
    joinWaitlist: {
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
                    seats: number;
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
                        data: components["schemas"]["Waiting"] | null;
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
    leaveWaitlist: {
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
    listMyWaiting: {
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
                        data: components["schemas"]["WaitingWithShow"][];
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
    listWaitlists: {
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
                        data: components["schemas"]["WaitlistSize"][];
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
    listWaitingUsers: {
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
                        data: components["schemas"]["WaitingUser"][];
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
                    /** @description The total shown to the user, in rupees. If the actual total differs, nothing is booked (PRICE_CHANGED) */
                    expectedTotal?: number;
                    /** @description Needed for wheelchair places: the user knows that they have no seat */
                    accessible?: boolean;
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
                        /** @description Why the cinema cancelled the booking. Null if it did not */
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
                            /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                            posterFocus: number | null;
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
                                /** @description Which part of the poster a wide crop shows, from 0 (top) to 100 (bottom). Null if it is not known */
                                posterFocus: number | null;
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
                            /** @description CC: closed captions, OC: open captions, AD: audio description, ISL: sign language */
                            accessibility: ("CC" | "OC" | "AD" | "ISL")[];
                        };
                        /** @description The code that is scanned at the entrance and admits every seat. Only in responses to the user who booked, and to administrators who ask for one booking */
                        ticketCode?: string;
                        /** @description A ticket for each seat, to share on its own. In the same responses as ticketCode */
                        tickets?: {
                            seat: string;
                            /** @description The code that admits this seat alone */
                            code: string;
                            /** @description When the seat was admitted at the entrance */
                            admittedAt: string | null;
                        }[];
                        /** @description Only in responses to an administrator */
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
    changeBooking: {
        parameters: {
            query?: never;
            header?: {
                "idempotency-key"?: string;
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    release: string[];
                    take: string[];
                    /** @description Needed for wheelchair places: the user knows that they have no seat */
                    accessible?: boolean;
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
    listMyBookings: {
        parameters: {
            query?: {
                /** @description The page number, from 1 */
                page?: number;
                /** @description The page size. More than 100 counts as 100 */
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
    getSharedTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                code: string;
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
                        data: components["schemas"]["SharedTicket"];
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
                    /** @description Prices that replace `price` on a weekday. 1 is Monday, 7 is Sunday */
                    weekdayPrices?: {
                        [key: string]: number;
                    };
                    accessibility?: ("CC" | "OC" | "AD" | "ISL")[];
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
                        /** @description Unchanged if missing. Empty for a new show */
                        accessibility?: ("CC" | "OC" | "AD" | "ISL")[];
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
                    /** @description The show at this entrance. Tickets for other shows are refused */
                    showId?: number;
                    /** @description A random id of this scan. After a lost response, sending the scan again with the same id gives the same result */
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
                        /** @description The seats that the device let in. If missing, all seats that the code admits */
                        seats?: string[];
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
                            /** @description Null if the scan admits. Otherwise the reason why it is a conflict */
                            reason: ("ALREADY_CHECKED_IN" | "ALREADY_CANCELLED" | "WRONG_SHOW" | "WRONG_TIME" | "NOT_FOUND") | null;
                            /** @description The seats in conflict, if the scan admits others */
                            conflicts?: string[];
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
