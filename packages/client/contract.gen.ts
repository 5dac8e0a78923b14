/** Generated from openapi.json by `npm run generate`. */
export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness of the process
         * @description 200 as long as the event loop answers. Use it to decide whether to restart the process.
         */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness: database writable, schema current, not stopping
         * @description 503 while the database cannot be reached or written to, is not migrated, or the process is stopping. It writes once a second at most, however often it is asked. Use it to decide whether to send requests here.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Metrics in the Prometheus text format
         * @description For Prometheus. In production on METRICS_PORT only.
         */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Introduction and links
         * @description JSON for programs. A browser is redirected to the console.
         */
        get: operations["describeService"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file of a picture
         * @description Needs no header. Its name has a digest of its bytes, so it may be kept for good.
         */
        get: operations["getMediaFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{key}/google.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All products of a shop for sale, for Google Merchant Center
         * @description RSS 2.0 with the fields of Google, oldest first. Prices have the tax of the shop’s own place, else of the country of its first tax rate, but none in the United States and Canada.
         */
        get: operations["readGoogleFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{key}/sitemap.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The index of a shop’s sitemap
         * @description Of parts of 50,000 addresses, which lie beside it. A storefront passes `/feeds/` on, so that all of it is under its own host, and names the index in its `robots.txt`.
         */
        get: operations["readSitemapIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/feeds/{key}/sitemap-{part}.xml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A part of a shop’s sitemap
         * @description The pages of its products: a group once, with all its variants.
         */
        get: operations["readSitemapPart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/stripe/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Webhook for Stripe: a payment has changed
         * @description The body is an event of Stripe, signed in `stripe-signature` at most 5 minutes ago. It only makes the service ask Stripe for the payment that it names.
         */
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for the link to an order
         * @description Mails the link to the order of this number and address, at one shop or at all. The answer is the same whether or not there is one. A mailbox gets a few such mails a day.
         */
        post: operations["lookUpOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/by-token/{token}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pay an order by the link in its mails
         * @description As `POST /user/orders/{id}/payments`, but not with `store_credit`, which takes a session. Ten attempts a minute.
         */
        post: operations["payOrderByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/by-token/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An order by the link in its mails
         * @description The token is of this order alone and works for 60 days.
         */
        get: operations["getOrderByToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/by-token/{token}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from an order, or from a part of it
         * @description Without giving a reason, from placing until 14 days after the last delivery (Directive 2011/83/EU). An unpaid order is cancelled. Units that were not sent are cancelled, and their refund begins at once; what was paid by hand the shop pays back itself. For sent units the return is `approved`. A mail confirms it. INVALID_TRANSITION with `details.reason`: not_offered, business, too_late, exempt, nothing_left, unpaid.
         */
        post: operations["withdrawByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/by-token/{token}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a return
         * @description Of sent units, within `return_days` of the shop; damaged, wrong and not as described ones within 24 months. INVALID_TRANSITION with `details.reason`: not_offered, too_late, nothing_left (not sent, or asked for already).
         */
        post: operations["requestReturnByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/register": {
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
         * @description Opens a session and mails a link to confirm the address. `merchant-id` makes the user a customer of that shop. With the `access-token` of a guest, the guest becomes the account and keeps id, carts and orders; that token stays valid. CONFLICT for a guest who has registered already. Other tokens are ignored. `mail` is `limited` if no link was mailed.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/guest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shop as a guest
         * @description Opens a session without an account, for catalog, carts, orders and payments. Counts as a registration for the limits of the client address. A guest without orders is erased 30 days after the last use. The session is of the device: with the key of a storefront, `device-id` may be left out, and `device_id` answers one, which later requests send.
         */
        post: operations["createGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description With a second factor: 401 TWO_FACTOR_REQUIRED with `details.challenge` for POST /user/login/two-factor. With the `access-token` of a guest, here and there, the lines of the guest’s carts move to the account, and the guest’s sessions end. Other tokens are ignored.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in as staff of a merchant
         * @description A user who works for several merchants names one in `merchant-id`; without it MERCHANT_ACCESS_DENIED lists them in `details.merchants`. The e-mail address must be confirmed. With a second factor: as POST /user/login.
         */
        post: operations["adminLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/token/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange a refresh token for a new pair
         * @description Spends the refresh token. The last spent token, sent again from its device within 30 s, gets the same pair again, for another tab or after a lost answer. Any other spent token revokes the session.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/login/two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in with the second factor
         * @description Takes the challenge of TWO_FACTOR_REQUIRED, on the same device, within five minutes and five tries. The answer is that of the sign-in; the `access-token` of a guest has the same effect as in POST /user/login. INVALID_CREDENTIALS for a wrong code; after UNAUTHORIZED sign in again.
         */
        post: operations["finishLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the e-mail address
         * @description Takes the token of the mailed link, which works once, for 24 hours. The token of a pending address makes it the account’s address; EMAIL_TAKEN if another account was first.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link to set a new password
         * @description The answer is the same whether or not the address has an account. `mail` is `limited` if only a confirmed address gets the link.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by a mailed token
         * @description The token works once, for one hour; a newer one voids it. Ends every session of the account.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/email-change/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to the former e-mail address
         * @description Takes the token that was mailed to the former address when the change began. It works once, for seven days, also after the new address was confirmed. Sets a new password and ends every session.
         */
        post: operations["undoEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/invitations/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show an invitation
         * @description Takes the token of the mailed link, which stays valid, to show the invitation before it is accepted.
         */
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation to work for a merchant
         * @description Takes the token of the mailed link. An account with a confirmed address keeps its password and needs only the token. Any other account must set a password here (otherwise 400 for `password`, and the token stays valid): its sessions end, and its address counts as confirmed. A missing account is created.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The signed-in user
         * @description Current data, not those at sign-in.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        /**
         * Delete the account
         * @description Erases all personal data, ends all sessions, keeps the orders. Refused for the last owner of a merchant. A wrong current password is INVALID_CREDENTIALS.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change name, phone or e-mail address
         * @description Omitted fields keep their value, `null` clears. A new e-mail address needs `current_password` (INVALID_CREDENTIALS if it is wrong) and stays `pending_email` until its mailed token is used at POST /user/verify-email. The current address gets a token that undoes the change for seven days, at POST /user/email-change/undo. Sending the current address cancels a pending one. `mail` is `limited` if no token was mailed to the new address: send it again later.
         */
        patch: operations["changeProfile"];
        trace?: never;
    };
    "/user/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description Its access token and its refresh token stop working at once, in every process within a second.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every session of the user, this one included
         * @description For a lost device: all tokens of the account stop working within a second.
         */
        post: operations["logoutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sessions of the user, newest first
         * @description Sessions that have not ended, with device and last use. `current` is the one that asks.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the user’s sessions
         * @description It stops working at once, in every process within a second.
         */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The address book, newest first
         * @description The default address is marked; there is at most one.
         */
        get: operations["listAddresses"];
        put?: never;
        /**
         * Add an address
         * @description A postal code must have a form that its country uses. More than 100 addresses are a CONFLICT.
         */
        post: operations["addAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an address
         * @description Orders keep their copies.
         */
        delete: operations["removeAddress"];
        options?: never;
        head?: never;
        /**
         * Change an address
         * @description Absent fields stay, `null` clears. Orders keep the address that they were placed with.
         */
        patch: operations["changeAddress"];
        trace?: never;
    };
    "/user/verify-email/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail another link to confirm the e-mail address
         * @description Only the newest link works. Counted as a sign-in, so that nobody is flooded.
         */
        post: operations["resendVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends every other session. A wrong current password is INVALID_CREDENTIALS.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/two-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to set up a second factor
         * @description Returns a secret for an authenticator app (TOTP, RFC 6238), which replaces an earlier unconfirmed one. `current_password` is optional within 15 minutes after the sign-in.
         */
        post: operations["beginTwoFactor"];
        /**
         * Switch the second factor off
         * @description Deletes the secret and the recovery codes.
         */
        delete: operations["removeTwoFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/two-factor/confirm": {
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
         * @description Ends every other session. From now on every sign-in needs a code.
         */
        post: operations["confirmTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export of all data of the signed-in user
         * @description Data of all shops, without passwords and tokens. The answer is a stream: if it breaks off, it is not valid JSON.
         */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active products, newest first or as sorted
         * @description The products of all merchants, or of one. Filters combine. A cursor stays valid while products come and go. `ids` answers these products and groups on one page, in their order, without those that are not active.
         */
        get: operations["listProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One active product
         * @description By its id or, within a merchant, by a slug that it has or had. The slug of a group answers its card. A draft or archived one is a 404. `expand` adds what else its page shows.
         */
        get: operations["getProduct"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/slugs/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a slug of a merchant leads to
         * @description With its current slug: an old one leads on for good. What is not active is a 404, and so is a slug without a key of a storefront or `merchant_id`.
         */
        get: operations["getSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Categories that have active products, by name
         * @description With the number of active products in each, which may be 5 seconds old above 1,000.
         */
        get: operations["listCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active collections, by name
         * @description Of all merchants, or of one.
         */
        get: operations["listCollections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/product-groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One active product group with its variants for sale
         * @description Variants in their order, and for each option its values. A draft or archived group is a 404.
         */
        get: operations["getProductGroup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/suggest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a text in a search box may mean
         * @description Products, categories and corrections for a text of which the last word may be a beginning. It finds what a search finds, ranks fewer products, and counts none. A new category is suggested after half a minute.
         */
        get: operations["suggest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Active products by words
         * @description Finds words in any form in name, category and description, and a whole SKU. The last word may be a prefix; small typing errors are corrected. If few products have all words, products with most of them follow. A word that no product has is ignored, and named in `ignored_words`. Without `q`, the whole catalog, newest first.
         */
        get: operations["searchProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/shop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a storefront shows of its shop
         * @description Of the shop of the key; with a session, of the one that `merchant_id` names.
         */
        get: operations["getShop"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payment methods of a shop
         * @description `stripe` has the data that Stripe.js needs: the publishable key, and the account of the shop.
         */
        get: operations["listPaymentMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/gift-cards/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Balance of a gift card
         * @description GIFT_CARD_UNAVAILABLE for a code that is unknown, spent, expired or disabled. Wrong codes are limited like wrong passwords.
         */
        post: operations["readGiftCardBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/store-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Own store credit, with its ledger
         * @description Of this merchant. It pays orders there by the payment method `store_credit`.
         */
        get: operations["getStoreCredit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user’s orders at this merchant, newest first
         * @description All orders, or those that match every filter. Totals are in the shop’s currency.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description Uses the current prices of the catalog, and reserves stock for all lines or for none. 404 for a product that this merchant does not sell, with `details.product_ids`. 409 INSUFFICIENT_STOCK, with the products that are short in `details.products`. ORDER_LIMIT for more open orders or units than the shop allows, with `details.limit`. If products are shipped and the shop requires a method, an order without address or method is 400, and a method outside of the quote’s `shipping_options` is SHIPPING_UNAVAILABLE. An order that is not paid in time is cancelled.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the user’s orders
         * @description Somebody else’s order is a 404.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an order that is not paid
         * @description Its stock can be sold again at once. Only staff cancels a paid order.
         */
        post: operations["cancelOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every payment of an order, newest first
         * @description Includes failed attempts.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Pay an order
         * @description A declined payment is a 201, too: its `status` is `failed`, and the order may be paid again. Without an answer of the provider it is `pending`, and the service keeps asking. An order has one payment at a time; a payment that `requires_action` is cancelled for the next one. A card taken by Stripe.js is charged at once. Without `payment_method` the payment `requires_action`: Stripe.js takes the card and confirms with the `client_secret` of `next_action`. `gift_card` and `store_credit` take what is due or what is there, and leave no less than can be charged (REMAINDER_TOO_SMALL); the rest is another payment.
         */
        post: operations["payOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote an order without placing it
         * @description Takes the body of the order and refuses for the same reasons, but writes and reserves nothing. The shipping method, which the shopper chooses from `shipping_options`, and a guest’s e-mail address may be missing.
         */
        post: operations["quoteOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoice of an order
         * @description The newest invoice of the order, or the paper with this `number`. It is frozen when it is issued: the PDF is always the same bytes. 404 until there is one; it is issued some seconds after the payment. CONFLICT for `facturx` and `ubl` where EN 16931 has no form, with the reason: an item with several taxes, amounts with three decimals, a currency that electronic invoices do not know, services not subject to VAT beside anything else. The page and the PDF are there. CONFLICT for each file of a paper that takes too long or too much memory, and for the PDF of a paper with a character that no font of the service has, with that character; the page and UBL are there.
         */
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoices and credit notes of an order
         * @description Oldest first.
         */
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from an order, or from a part of it
         * @description Without giving a reason, from placing until 14 days after the last delivery (Directive 2011/83/EU). An unpaid order is cancelled. Units that were not sent are cancelled, and their refund begins at once; what was paid by hand the shop pays back itself. For sent units the return is `approved`. A mail confirms it. INVALID_TRANSITION with `details.reason`: not_offered, business, too_late, exempt, nothing_left, unpaid.
         */
        post: operations["withdrawFromOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/orders/{id}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a return
         * @description Of sent units, within `return_days` of the shop; damaged, wrong and not as described ones within 24 months. INVALID_TRANSITION with `details.reason`: not_offered, too_late, nothing_left (not sent, or asked for already).
         */
        post: operations["requestReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user’s returns at this merchant, newest first
         * @description Withdrawals of sent units are among them.
         */
        get: operations["listReturns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/returns/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a return before it has arrived
         * @description Its units can be asked for again.
         */
        post: operations["cancelReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/cart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The cart, at current prices
         * @description Without a cart the answer is an empty cart with null as its id and times. Reading is not an activity.
         */
        get: operations["getCart"];
        put?: never;
        post?: never;
        /**
         * Empty the cart
         * @description An empty cart can be emptied again.
         */
        delete: operations["clearCart"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/cart/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add units of a product to the cart
         * @description Adds up with what the cart holds of it. A first cart makes the user, but no guest, a customer of the merchant.
         */
        post: operations["addCartItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/cart/items/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a product from the cart
         * @description A product that is not in the cart is a 404.
         */
        delete: operations["removeCartItem"];
        options?: never;
        head?: never;
        /**
         * Set the quantity of a product in the cart
         * @description Replaces the quantity; `POST /user/cart/items` adds to it.
         */
        patch: operations["changeCartItem"];
        trace?: never;
    };
    "/user/cart/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a discount code to the cart
         * @description The cart keeps it also if it does not apply now, and says why in `discount_faults`. 409 for more than 5. Unknown codes are limited as wrong passwords are.
         */
        post: operations["addCartCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/cart/codes/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a discount code from the cart
         * @description A code that the cart does not keep is a 404.
         */
        delete: operations["removeCartCode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/cart/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Place an order of the cart
         * @description Uses the current prices, as in `GET /user/cart`; the cart is empty afterwards. CONFLICT for an empty cart, and for products no longer sold, with `details.unavailable`. Address, shipping method and totals are as for `POST /user/orders`.
         */
        post: operations["checkOutCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/cart/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote the order of the cart without placing it
         * @description Takes the body of the checkout and refuses for the same reasons, but writes and reserves nothing. The shipping method, which the shopper chooses from `shipping_options`, and a guest’s e-mail address may be missing.
         */
        post: operations["quoteCart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shop’s customers, newest first
         * @description An erased account stays in the list, without name and address, because of its orders. A guest is in it from their first order on, with the address of the last one. Permission: `customers.read`.
         */
        get: operations["listCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the shop’s customers
         * @description With their figures, and the newest of their orders. 404 for a user who is not a customer of the shop. Permission: `customers.read`.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shop’s customers as a file
         * @description A row per customer, oldest first; needs `customers.read`, too. In CSV, text that a spreadsheet would take for a formula gets an apostrophe before it; telephone numbers do not. Permission: `exports.read`.
         */
        get: operations["exportCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/merchant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant and its settings
         * @description All settings, with the defaults of unset ones. Permission: `settings.read`.
         */
        get: operations["getMerchant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the merchant’s name and settings
         * @description Absent fields stay, also inside `order_limits`, `mail` and `invoices`; `carriers` is replaced as a whole. New limits hold for orders placed from now on. `currency` changes until the shop has an order (409): prices of products, up to 10,000, and of shipping methods keep their numbers, and `product.updated` tells of each product. `require_two_factor` affects who of the staff can sign in, so it also needs `staff.write`. Permission: `settings.write`.
         */
        patch: operations["updateMerchant"];
        trace?: never;
    };
    "/admin/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members and invitations, oldest first
         * @description An invitation has the status `invited` until it is accepted, revoked or a week old. Permission: `staff.read`.
         */
        get: operations["listStaff"];
        put?: never;
        /**
         * Invite somebody to work for the merchant
         * @description Mails a link that works once, for seven days; the role begins when it is used. The answer is the same whether or not the address has an account. The next invitation to the address replaces this one. A member can be invited to become owner; every other change of a role is a PATCH. The role must not have more permissions than the caller. `mail` is `limited` if only a confirmed address gets the mail. Permission: `staff.write`.
         */
        post: operations["inviteStaff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/staff/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a role or an invitation, or leave
         * @description Ends the member’s admin sessions here and deletes the API keys they made; the account stays. Every member may leave, except the last owner. Only owners remove owners. Permission: `staff.write`.
         */
        delete: operations["removeStaff"];
        options?: never;
        head?: never;
        /**
         * Change somebody’s role
         * @description Ends the member’s admin sessions here. The role must not have more permissions than the caller, and only owners change owners. The last owner stays owner. A new owner needs an invitation. Permission: `staff.write`.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/admin/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Roles: the built-in ones, then the shop’s own by name
         * @description Permission: `staff.write`.
         */
        get: operations["listRoles"];
        put?: never;
        /**
         * Make a role of the shop’s own
         * @description Each of `permissions` must be one that the caller has. Permission: `staff.write`.
         */
        post: operations["createRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/roles/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a role of the shop’s own
         * @description CONFLICT for a role with members or invitations, with their number in `details`. Permission: `staff.write`.
         */
        delete: operations["deleteRole"];
        options?: never;
        head?: never;
        /**
         * Change a role of the shop’s own
         * @description Takes effect within a second for all its members and their API keys; their sessions continue. Added permissions must be ones that the caller has. CONFLICT for a built-in role. Permission: `staff.write`.
         */
        patch: operations["updateRole"];
        trace?: never;
    };
    "/admin/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * API keys, newest first
         * @description A publishable key is shown whole. A secret one is shown once, when it is made; here are its last four characters. Permission: `keys.write`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Make an API key
         * @description Only this answer contains a secret key. An `admin` key acts for who makes it: it never has more than their role allows at the time, and ends with that role. One made with a key has no more than that one, and ends with it. Keys of the kinds `publishable` and `storefront` belong to the shop and stay. Permission: `keys.write`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It is refused within a second everywhere, and so are the keys made with it. What a CDN has kept for a publishable key it may show for up to six minutes. Permission: `keys.write`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/shipping-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shipping methods by position, inactive ones too
         * @description Permission: `settings.read`.
         */
        get: operations["listShippingMethods"];
        put?: never;
        /**
         * Add a shipping method
         * @description Defaults: every country, any weight, never free, active. 409 if the shop has 200. Permission: `settings.write`.
         */
        post: operations["createShippingMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/shipping-methods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a shipping method
         * @description Orders keep a copy of the method. Permission: `settings.write`.
         */
        delete: operations["deleteShippingMethod"];
        options?: never;
        head?: never;
        /**
         * Change a shipping method
         * @description Omitted fields keep their value; null clears. Orders keep a copy of the method. Permission: `settings.write`.
         */
        patch: operations["updateShippingMethod"];
        trace?: never;
    };
    "/admin/tax-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The table of tax rates
         * @description Permission: `settings.read`.
         */
        get: operations["getTaxRates"];
        /**
         * Replace the table of tax rates
         * @description At most 1000 rows. For each class all rows of the most specific place apply and no others: by postal code (the narrowest pattern), else of the region, else of a region around it, else of the country; without a row there is no tax. The class `shipping` taxes shipping where `shipping_tax` of the settings says so. Orders keep the tax they were placed with. Permission: `settings.write`.
         */
        put: operations["replaceTaxRates"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s products of any status
         * @description Includes drafts and archived products. Newest first, unless `sort` says otherwise. Permission: `products.read`.
         */
        get: operations["listOwnProducts"];
        put?: never;
        /**
         * Add a product
         * @description It is for sale at once unless `status` is `draft`. The SKU is unique within the merchant. With `group_id` it is a variant of that group: then it has `options`, and no name of its own. Permission: `products.write`.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the merchant’s products
         * @description The product may have any status. Permission: `products.read`.
         */
        get: operations["getOwnProduct"];
        put?: never;
        post?: never;
        /**
         * Delete a product, or archive it once it was ordered
         * @description An ordered product is archived, because orders keep their products: it leaves the catalog, not the reports. Permission: `products.write`.
         */
        delete: operations["deleteProduct"];
        options?: never;
        head?: never;
        /**
         * Change a product
         * @description What is left out stays; null clears. Stock is changed at /admin/inventory. With `group_id` and `options` a product joins a group, and keeps its id, stock and orders; with `group_id: null` it leaves it. Permission: `products.write`.
         */
        patch: operations["updateProduct"];
        trace?: never;
    };
    "/admin/products/{id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a product cost from when to when, newest first
         * @description While it was active. The history begins with the release that keeps it. `ends_at` is null as long as the price is in force. Permission: `products.read`.
         */
        get: operations["listPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/product-groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s product groups of any status
         * @description Newest first, without their variants. Permission: `products.read`.
         */
        get: operations["listOwnProductGroups"];
        put?: never;
        /**
         * Add a product in several variants
         * @description Each variant is a product: with its SKU, price and stock, and the name of the group before its own. Permission: `products.write`.
         */
        post: operations["createProductGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/product-groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the merchant’s product groups with its variants
         * @description Of any status. Permission: `products.read`.
         */
        get: operations["getOwnProductGroup"];
        /**
         * Make a product group what the body says
         * @description Variants are matched by SKU: created, changed, and those left out deleted, or archived if an order has named them. A plain product with one of the SKUs joins. Fields left out go to their defaults; `slug` and `on_hand` stay. Permission: `products.write`.
         */
        put: operations["replaceProductGroup"];
        post?: never;
        /**
         * Delete a product group with its variants
         * @description A variant that was ordered is archived, and a plain product from then on. Permission: `products.write`.
         */
        delete: operations["deleteProductGroup"];
        options?: never;
        head?: never;
        /**
         * Change a product group
         * @description What is left out stays; null clears. `rename` gives options new names, `varies_by` says which there are and in which order, `variants` gives values: of an option that is added, of every variant. Permission: `products.write`.
         */
        patch: operations["updateProductGroup"];
        trace?: never;
    };
    "/admin/products/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Progress of an import
         * @description Number of rows done, and the faults of rejected rows. Permission: `products.read`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/products/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s products as a file
         * @description Oldest first. An import of the file changes nothing. In CSV, text that a spreadsheet would take for a formula has an apostrophe before it. `shopify` has groups whole, with their active variants. Permission: `exports.read`.
         */
        get: operations["exportProducts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shop’s pictures, newest first
         * @description Used or not. Permission: `products.read`.
         */
        get: operations["listMedia"];
        put?: never;
        /**
         * Add a picture
         * @description The bytes of a JPEG, PNG, WebP, AVIF or GIF, recognized by its content: at most 20 MiB and 50 megapixels. It is turned upright, loses its metadata, and is kept in several widths. The same bytes again answer the same picture. Or JSON with the address of a picture: 202, and a job fetches it. Permission: `products.write`.
         */
        post: operations["createMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the shop’s pictures
         * @description Ask for it until it is no longer `processing`. Permission: `products.read`.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a picture that nothing shows
         * @description In use it is 409. What nothing has referred to for seven days is deleted anyway. Permission: `products.write`.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        /**
         * Change what a picture is described by
         * @description What shows the picture follows within seconds. Permission: `products.write`.
         */
        patch: operations["updateMedia"];
        trace?: never;
    };
    "/admin/products/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change many products at once
         * @description Up to 10,000 `ids`, or all that a `filter` finds. It runs as a job; each product is changed as if alone, with its event and audit entry, and one that cannot be changed is told among the job’s errors. With `dry_run`, 200 tells what would happen. Permission: `products.write`.
         */
        post: operations["changeProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far a change of many products has come
         * @description What is done stays done, also if the job fails. Permission: `products.read`.
         */
        get: operations["getJob"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s collections of any status, newest first
         * @description Permission: `products.read`.
         */
        get: operations["listOwnCollections"];
        put?: never;
        /**
         * Add a collection
         * @description With `rules` it holds what they find, and follows the products within a minute. Without, its products are put in with `PUT /admin/collections/{id}/products`. 409 if there are 1000. Permission: `products.write`.
         */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/collections/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What rules would find now
         * @description Changes nothing. Permission: `products.read`.
         */
        post: operations["previewCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the merchant’s collections
         * @description Permission: `products.read`.
         */
        get: operations["getOwnCollection"];
        put?: never;
        post?: never;
        /**
         * Delete a collection
         * @description Its products stay. Permission: `products.write`.
         */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /**
         * Change a collection
         * @description What is left out stays; null clears. `rules: null` keeps what they found, as products put in by hand; rules replace what was put in. Permission: `products.write`.
         */
        patch: operations["updateCollection"];
        trace?: never;
    };
    "/admin/collections/{id}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Products and groups of a collection, in its order
         * @description Of any status. Permission: `products.read`.
         */
        get: operations["listCollectionProducts"];
        /**
         * Put products and groups into a collection
         * @description These, in this order, in place of those it has. 409 of a collection with rules. Permission: `products.write`.
         */
        put: operations["setCollectionProducts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/feeds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Feeds, newest first
         * @description With the number of products, and of those without a picture: up to 5 seconds old above 1,000. Permission: `products.read`.
         */
        get: operations["listFeeds"];
        put?: never;
        /**
         * Create a feed for Google Merchant Center and for search engines
         * @description They are public: whoever has one reads what shoppers see, without headers. Links are `{storefront_url}/products/{slug}?variant={sku}`. At most 10 for a shop. Permission: `products.write`.
         */
        post: operations["createFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/feeds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a feed
         * @description Its addresses then answer 404. Permission: `products.write`.
         */
        delete: operations["deleteFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/inventory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stock of every product
         * @description Sorted by SKU, with `low_stock` by available units, the fewest first, unless `sort` says otherwise. Permission: `inventory.read`.
         */
        get: operations["listInventory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/inventory/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the stock of a product by a count or an adjustment
         * @description Send either `on_hand` or `adjust`. Units reserved by orders cannot be taken away. A count that is sent later has its time in `counted_at`, so that it does not undo later movements. Permission: `inventory.write`.
         */
        patch: operations["updateInventory"];
        trace?: never;
    };
    "/admin/inventory/{product_id}/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ledger of one product’s stock, newest first
         * @description Every movement of the last 400 days; older ones are summed up in one of type `opening`. The movements add up to the stock. Permission: `inventory.read`.
         */
        get: operations["listStockMovements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gift-cards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gift cards, newest first
         * @description Permission: `gift_cards.read`.
         */
        get: operations["listGiftCards"];
        put?: never;
        /**
         * Make a gift card
         * @description The code is in this answer, and in the mail to `email`; it is not stored. It works in this shop. Permission: `gift_cards.write`.
         */
        post: operations["createGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gift-cards/outstanding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the shop owes by gift cards and store credit
         * @description What is left on those that can pay. Sold value counts as revenue when it is spent. Permission: `gift_cards.read`.
         */
        get: operations["getOutstandingValue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gift-cards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A gift card with its ledger
         * @description Permission: `gift_cards.read`.
         */
        get: operations["getGiftCard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gift-cards/{id}/adjust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add to the balance of a gift card, or take from it
         * @description Added value counts as granted. The balance is never below 0. Permission: `gift_cards.write`.
         */
        post: operations["adjustGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gift-cards/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a gift card with what is left on it
         * @description Permission: `gift_cards.write`.
         */
        post: operations["disableGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/gift-cards/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a gift card again, with a new code
         * @description The old code is void. INVALID_TRANSITION for a card that is spent, expired or disabled. Permission: `gift_cards.write`.
         */
        post: operations["resendGiftCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/store-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Store credit of a customer, with its ledger
         * @description Permission: `gift_cards.read`.
         */
        get: operations["getCustomerStoreCredit"];
        put?: never;
        /**
         * Add to the store credit of a customer, or take from it
         * @description Permission: `gift_cards.write`.
         */
        post: operations["adjustStoreCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/promotions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s promotions, newest first
         * @description Permission: `promotions.read`.
         */
        get: operations["listPromotions"];
        put?: never;
        /**
         * Add a promotion
         * @description Without a code it is automatic; with codes generated for it, it applies to those who have one. A promotion that could never apply is a 400. 409 if its code is taken, or there are 1000. Permission: `promotions.write`.
         */
        post: operations["createPromotion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/promotions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A promotion
         * @description Permission: `promotions.read`.
         */
        get: operations["getPromotion"];
        put?: never;
        post?: never;
        /**
         * Delete a promotion with its codes
         * @description Orders stay as they are. Permission: `promotions.write`.
         */
        delete: operations["deletePromotion"];
        options?: never;
        head?: never;
        /**
         * Change a promotion
         * @description Omitted fields keep their value; null clears. Orders stay as they are. Permission: `promotions.write`.
         */
        patch: operations["updatePromotion"];
        trace?: never;
    };
    "/admin/promotions/{id}/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The generated codes of a promotion, in their order
         * @description Permission: `promotions.read`.
         */
        get: operations["listPromotionCodes"];
        put?: never;
        /**
         * Generate codes for a promotion
         * @description Each is good for one order. A job makes them; `code_count` of the promotion tells how many there are. The promotion is not automatic from then on. Permission: `promotions.write`.
         */
        post: operations["generatePromotionCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/promotions/{id}/codes/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The generated codes of a promotion as a file
         * @description Permission: `exports.read`.
         */
        get: operations["exportPromotionCodes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/promotions/{id}/codes/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a generated code
         * @description Nobody can use it any more. An order that has it keeps its discount. Permission: `promotions.write`.
         */
        delete: operations["revokePromotionCode"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s orders, newest first
         * @description Totals are in the shop’s currency. Permission: `orders.read`.
         */
        get: operations["listMerchantOrders"];
        put?: never;
        /**
         * Place an order for a customer
         * @description As on the telephone: with prices and items of its own. Its units are reserved at once, and it waits for its payment until `expires_at`. Limits of shoppers do not bind it. Record its payment, or send a payment link. Gift cards also take `gift_cards.write`. Permission: `orders.write`.
         */
        post: operations["placeStaffOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the merchant’s orders
         * @description Another merchant’s order is a 404. Permission: `orders.read`.
         */
        get: operations["getMerchantOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct an order, or change its status
         * @description Completing takes the units out of stock. Cancelling makes them available again and refunds a payment; `payment_status` is `refunded` once the provider has confirmed it, usually in this answer. Completing also takes `orders.fulfil`, cancelling a paid or partly paid one `orders.refund`. A correction leaves total and tax as they are: an address with others is 409 `PRICE_CHANGED`, with what the order would cost there in `details.preview` (`total`, `tax_total`, `shipping_total`; an edit takes it with them), and one that the shipping method does not serve 409 `SHIPPING_UNAVAILABLE`. The address is that of what is left to send (409 `INVALID_TRANSITION` once all is sent); a fulfilment keeps its own. Invoices stay. At least one field besides `expected_version`. Permission: `orders.write`.
         */
        patch: operations["updateOrder"];
        trace?: never;
    };
    "/admin/orders/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s orders as a file
         * @description A row per order line, oldest first, with the fields of the whole order in each row. In CSV, text that a spreadsheet would take for a formula gets an apostrophe before it; telephone numbers do not. `created_on` and `paid_on` are days of the shop’s `timezone`. Permission: `exports.read`.
         */
        get: operations["exportOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/fulfillments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send units of an order
         * @description For a paid or processing order. The units leave the stock; the order becomes `processing`, and `completed` with its last unit. INVALID_TRANSITION for more units than are left, with `details.products`. Permission: `orders.fulfil`.
         */
        post: operations["fulfilOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/fulfillments/{fulfillment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change carrier and tracking of a fulfillment
         * @description Omitted fields keep their value. Permission: `orders.fulfil`.
         */
        patch: operations["updateFulfillment"];
        trace?: never;
    };
    "/admin/orders/{id}/payment-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link to pay an order without an account
         * @description Of an order that waits for its payment; 409 INVALID_TRANSITION else. Each call makes another link. Payment, cancellation and expiry of the order end all of them. Permission: `orders.write`.
         */
        post: operations["makePaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every payment of an order, newest first
         * @description Includes failed attempts. Permission: `orders.read`.
         */
        get: operations["listMerchantPayments"];
        put?: never;
        /**
         * Record a payment made in another way
         * @description For cash or a bank transfer: pays what is due, or a part of it. Staff also refunds it by hand. An order with gift cards also takes `gift_cards.write`. Permission: `orders.write`.
         */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refund an order, and cancel or return units
         * @description For a paid order. Units that were not sent are cancelled first, the others are returned. An order without a unit left to send becomes `completed` if anything was sent, else `cancelled`. REFUND_TOO_LARGE for more than was paid, with `details.refundable`. The refund is `pending` until the provider has answered; a refund that the provider refuses is `failed` and can be sent again. Permission: `orders.refund`.
         */
        post: operations["refundOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/refunds/{refund_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed refund
         * @description Asks the provider for the same amount once more. Units and stock do not change. `refund_id` may also be that of a payment with a `refund_failure`, which no order waits for. Permission: `orders.refund`.
         */
        post: operations["retryRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/refunds/{refund_id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a failed refund as paid back by hand
         * @description You have given the money back by another way, such as a bank transfer: what the provider refused has then `succeeded`, with the destination `manual`. `refund_id` may also be that of a payment with a `refund_failure`. Permission: `orders.refund`.
         */
        post: operations["settleRefundByHand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Quote an order by staff without placing it
         * @description Takes the body of the order, in which the customer may be missing. Writes and reserves nothing. Permission: `orders.write`.
         */
        post: operations["quoteStaffOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the lines or the address of an order
         * @description Discounts are found anew for the new lines; `recalculate_discounts` says by which promotions. What a paid order costs more is its `amount_due`: send a payment link. Unless it is paid by `expires_at`, 7 days later, the edit is taken back as a whole. What it costs less is refunded, which also takes `orders.refund`. With another address what is not sent has the tax of that place; the address alone is also changed of what is left of a partly sent order. Else 409 INVALID_TRANSITION after something was sent, and always after a refund; CONFLICT while a payment is under way. Permission: `orders.write`.
         */
        post: operations["editOrderLines"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/packing-slips": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Packing slips of some orders
         * @description A sheet for each order: the units that are to be sent, or, of an order that was sent whole, the sent ones. Permission: `orders.read`.
         */
        get: operations["printPackingSlips"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/pick-list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A pick list for some orders
         * @description All units that are to be sent, summed by product, in the order of their SKUs. Permission: `orders.read`.
         */
        get: operations["printPickList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoice of an order
         * @description The newest invoice of the order, or the paper with this `number`. It is frozen when it is issued: the PDF is always the same bytes. 404 until there is one; it is issued some seconds after the payment. CONFLICT for `facturx` and `ubl` where EN 16931 has no form, with the reason: an item with several taxes, amounts with three decimals, a currency that electronic invoices do not know, services not subject to VAT beside anything else. The page and the PDF are there. CONFLICT for each file of a paper that takes too long or too much memory, and for the PDF of a paper with a character that no font of the service has, with that character; the page and UBL are there. Permission: `orders.read`.
         */
        get: operations["getMerchantInvoice"];
        put?: never;
        /**
         * Invoice an order now
         * @description Of an order that was paid before the shop set `invoices`, or that the buyer pays by the invoice. Refunds given before get their credit notes with it. CONFLICT if the order has an invoice, was paid by a test payment, was cancelled unpaid, or has only gift cards, and without the setting. Permission: `orders.write`.
         */
        post: operations["issueInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoices and credit notes of an order
         * @description Oldest first. Permission: `orders.read`.
         */
        get: operations["listMerchantInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/invoice/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice to the buyer
         * @description The paper with this `number`, else the newest invoice; once more if it was sent. It goes the way of `invoices.send_by`, else by mail, as a job: `sending` tells what became of it. Counts to the mails that the shop may send in an hour. Permission: `orders.write`.
         */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/orders/{id}/invoice/correct": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the buyer of an invoice
         * @description A credit note of the newest invoice, and the same invoice again of another buyer: the one in the body, else the order as it is now. CONFLICT if a credit note has changed the invoice. Permission: `orders.write`.
         */
        post: operations["correctInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The merchant’s returns and withdrawals, newest first
         * @description Permission: `orders.read`.
         */
        get: operations["listMerchantReturns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/returns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the merchant’s returns
         * @description Permission: `orders.read`.
         */
        get: operations["getMerchantReturn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Decide on a return, note what came, refund it
         * @description requested → approved or declined; approved → received; approved or received → refunded, by `refund`; received → closed. Several steps may be one request. A refund also takes `orders.refund`; store credit, and a gift card in exchange, `gift_cards.write`. Each step is mailed to the customer. Permission: `orders.write`.
         */
        patch: operations["updateReturn"];
        trace?: never;
    };
    "/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subscriptions, newest first
         * @description The list has no secrets. Permission: `webhooks.read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Subscribe a URL to events
         * @description Only this answer and that of a rotation contain the secret. 409 if the merchant has 100 subscriptions. Permission: `webhooks.write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One subscription
         * @description Without its secret. If the service switched it off, `disabled_reason` says why. Permission: `webhooks.read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a subscription
         * @description Waiting deliveries are cancelled. Past deliveries can no longer be read. Permission: `webhooks.write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a subscription
         * @description Omitted fields keep their value. Retries also use the new URL. Permission: `webhooks.write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/admin/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret
         * @description Only this answer contains the new secret. For 24 h `webhook-signature` also has a signature of the previous one; `X-Service-Signature` uses the new one at once. Permission: `webhooks.write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event
         * @description Sends to this subscription only, even if it does not list the event; signed, retried and logged like others. Without `event`: `order.created` if it is subscribed to, else the first subscribed event. WEBHOOK_INACTIVE if switched off. Permission: `webhooks.write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of the last 30 days, newest first
         * @description Filter by `status` to find failed deliveries. Permission: `webhooks.read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery with its payload and every attempt
         * @description The bytes that are sent, and for each attempt its time, status, error, and the first 16 KiB of the answer. Permission: `webhooks.read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an ended delivery again
         * @description Sends a failed, cancelled or delivered delivery at once, with the same bytes and all retries. Attempt numbers continue. CONFLICT while it is pending or delivering, WEBHOOK_INACTIVE if switched off. Permission: `webhooks.write`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/webhooks/{webhook_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the failed deliveries of a range of time again
         * @description The range refers to the time of the events. Idempotent: a delivery that was queued again is not failed any more. Permission: `webhooks.write`.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events of the last 30 days
         * @description The envelopes as delivered, with or without a subscription. Excludes the sample events of tests. Permission: `webhooks.read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event with its deliveries
         * @description An event of the last 30 days, or a sample event of a test. Permission: `webhooks.read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of the shop
         * @description Exact figures of whole days of the shop’s `timezone`; changes by others may show some seconds later. At most 3,660 days and 1,000 steps. Permission: `dashboard.read`.
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
    "/admin/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts of open work
         * @description Numbers for badges; each is exact and equals the total of its list. Permission: `dashboard.read`.
         */
        get: operations["getCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log of the shop, newest first
         * @description Entries are kept for 400 days and never changed. Permission: `audit.read`.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/products/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import products from a file
         * @description NDJSON, or CSV with a header; up to 1,000,000 rows and 1 GiB, applied as they arrive. A row with a known SKU changes that product: what is left out stays, null (CSV: an empty field) clears description, category, image_url, weight_grams, voucher_country, brand, gtin, tags, compare_at_price, seo_title, seo_description, unit_pricing_measure, unit_pricing_base_measure, metadata, media, group_media. A new SKU needs name and price. Faulty rows are reported and left out. Rows are committed a thousand at a time: after a lost connection, send the same file with the same `import-id`, and it goes on where it stopped. CSV is read as spreadsheets write it: UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons, tabs or bars, with a decimal comma unless commas separate. A number that could be two, such as 1.234 beside semicolons, is a fault of its row. A wrong header is 400 with all that is wrong with it. Permission: `products.write`.
         */
        post: operations["importProducts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "user.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user registered */
        post: operations["onUserCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user changed their profile */
        post: operations["onUserUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user erased their account */
        post: operations["onUserDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A user confirmed their e-mail address */
        post: operations["onUserVerified"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order was placed */
        post: operations["onOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order changed */
        post: operations["onOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order was cancelled */
        post: operations["onOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order was fulfilled */
        post: operations["onOrderCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.payment_succeeded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An order was paid; `payment` is null if nothing was left to pay */
        post: operations["onOrderPaymentSucceeded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "order.payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A payment of an order failed */
        post: operations["onOrderPaymentFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product was created */
        post: operations["onProductCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product changed */
        post: operations["onProductUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product was deleted or archived */
        post: operations["onProductDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "inventory.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Units on hand or reserved changed */
        post: operations["onInventoryUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "cart.item_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product was added to a cart */
        post: operations["onCartItemAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "cart.item_removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A product was removed from a cart */
        post: operations["onCartItemRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "cart.abandoned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A cart was abandoned */
        post: operations["onCartAbandoned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @default {} */
        AccountDeletion: {
            /**
             * Format: password
             * @description Required, except for a guest, who has none.
             * @example correct horse battery
             */
            current_password?: string;
        };
        AccountExport: {
            profile: components["schemas"]["Profile"];
            former_emails: {
                email: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                expires_at: string;
            }[];
            addresses: components["schemas"]["SavedAddress"][];
            sessions: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                device_id: string;
                merchant_id: string | null;
                role: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                last_used_at: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                expires_at: string;
                revoked_at: string | null;
            }[];
            shops: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                merchant_id: string;
                name: string;
                customer_since: string | null;
                role: string | null;
            }[];
            store_credit: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                merchant_id: string;
                currency: string;
                /**
                 * @description From 1, without a gap.
                 * @example 1
                 */
                number: number;
                /** @enum {string} */
                kind: "issued" | "adjusted" | "paid" | "returned" | "refunded";
                /**
                 * @description `granted`: nobody paid for it; it is spent first. `returned`: given back by an order.
                 * @enum {string}
                 */
                origin: "granted" | "returned" | "sold";
                /** @example -12.5 */
                amount: number;
                /**
                 * @description After it.
                 * @example 37.5
                 */
                balance: number;
                order_id: string | null;
                reason: string | null;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_at: string;
            }[];
            orders: components["schemas"]["Order"][];
            payments: components["schemas"]["Payment"][];
            invoices: components["schemas"]["Invoice"][];
            returns: components["schemas"]["Return"][];
            carts: components["schemas"]["Cart"][];
            actions: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                merchant_id: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                at: string;
                action: string;
                ip: string | null;
            }[];
        };
        AddCartCode: {
            /** @example SUMMER-10 */
            code: string;
        };
        AddCartItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 2 */
            quantity: number;
        };
        AddedItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 2 */
            quantity: number;
            /**
             * @description Of one unit, instead of that of the catalog.
             * @example 12.75
             */
            price?: number;
        };
        Address: {
            /** @example Ada Lovelace */
            name: string;
            company: string | null;
            /** @example 12 St James’s Square */
            line1: string;
            line2: string | null;
            /** @example London */
            city: string;
            region: string | null;
            postal_code: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in capitals, or XK (Kosovo).
             * @example GB
             */
            country: string;
            phone: string | null;
        };
        AddressChange: {
            /** @example Ada Lovelace */
            name?: string;
            company?: string | null;
            /** @example 12 St James’s Square */
            line1?: string;
            line2?: string | null;
            /** @example London */
            city?: string;
            region?: string | null;
            postal_code?: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in capitals, or XK (Kosovo).
             * @example GB
             */
            country?: string;
            phone?: string | null;
            /** @description True makes this address the default one. */
            is_default?: boolean;
        };
        AddressInput: {
            /** @example Ada Lovelace */
            name: string;
            company?: string | null;
            /** @example 12 St James’s Square */
            line1: string;
            line2?: string | null;
            /** @example London */
            city: string;
            region?: string | null;
            postal_code?: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in capitals, or XK (Kosovo).
             * @example GB
             */
            country: string;
            phone?: string | null;
        };
        AdjustValue: {
            /**
             * @description Added to the balance; below 0 taken from it. Not 0.
             * @example -5
             */
            amount: number;
            /** @example Goodwill for a late parcel */
            reason: string;
        };
        AdminSignedIn: {
            /** @enum {boolean} */
            success: true;
            access_token: string;
            user: components["schemas"]["StaffUser"];
            data: {
                /** @description A JWT; send it as the `access-token` header. */
                access_token: string;
                /** @description Valid for one use at POST /user/token/refresh. */
                refresh_token: string;
                /**
                 * @description Lifetime of the access token in seconds.
                 * @example 86400
                 */
                expires_in: number;
                user: components["schemas"]["StaffUser"];
            };
        };
        ApiKey: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * @description `admin` (`ck_…`) acts for its maker at /admin. `publishable` (`pk_…`) may stand in a page: it reads the shop’s catalog, and opens guests. `storefront` (`sk_…`) is the same for the storefront’s server, and secret.
             * @enum {string}
             */
            kind: "admin" | "publishable" | "storefront";
            /** @example Warehouse */
            name: string;
            /**
             * @description What an `admin` key may do, as far as the role of its maker allows it at the time; of the others empty.
             * @example [
             *       "orders.read",
             *       "inventory.write"
             *     ]
             */
            permissions: string[];
            /**
             * @description The end of the key.
             * @example x4Qk
             */
            last_four: string;
            /**
             * @description A `publishable` key, whole; null for those that are secret.
             * @example pk_…
             */
            key: string | null;
            /** @description Of a `storefront` key. */
            rate_limit_per_minute: number | null;
            /** @description Who made an `admin` key, and for whom it acts. The others are the shop’s. */
            user_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            /** @description The last request, exact to a minute. */
            last_used_at: string | null;
        };
        ApiKeyWithSecret: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * @description `admin` (`ck_…`) acts for its maker at /admin. `publishable` (`pk_…`) may stand in a page: it reads the shop’s catalog, and opens guests. `storefront` (`sk_…`) is the same for the storefront’s server, and secret.
             * @enum {string}
             */
            kind: "admin" | "publishable" | "storefront";
            /** @example Warehouse */
            name: string;
            /**
             * @description What an `admin` key may do, as far as the role of its maker allows it at the time; of the others empty.
             * @example [
             *       "orders.read",
             *       "inventory.write"
             *     ]
             */
            permissions: string[];
            /**
             * @description The end of the key.
             * @example x4Qk
             */
            last_four: string;
            /**
             * @description Send it as `access-token`. One that is secret is not shown again.
             * @example ck_…
             */
            key: string;
            /** @description Of a `storefront` key. */
            rate_limit_per_minute: number | null;
            /** @description Who made an `admin` key, and for whom it acts. The others are the shop’s. */
            user_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            expires_at: string | null;
            /** @description The last request, exact to a minute. */
            last_used_at: string | null;
        };
        AuditEntry: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            at: string;
            actor: {
                /** @enum {string} */
                type: "user" | "api_key" | "system";
                id: string | null;
                email?: string | null;
                name?: string | null;
            };
            /**
             * @example product.updated
             * @enum {string}
             */
            action: "staff.signed_in" | "staff.sign_in_refused" | "staff.added" | "staff.role_changed" | "staff.removed" | "staff.left" | "invitation.created" | "invitation.accepted" | "invitation.revoked" | "role.created" | "role.updated" | "role.deleted" | "api_key.created" | "api_key.revoked" | "secrets.replaced" | "settings.updated" | "shipping_method.created" | "shipping_method.updated" | "shipping_method.deleted" | "promotion.created" | "promotion.updated" | "promotion.deleted" | "promotion.codes_created" | "promotion.code_revoked" | "promotion.exported" | "tax_rates.updated" | "product.created" | "product.updated" | "product.deleted" | "product.archived" | "product.exported" | "media.created" | "media.updated" | "media.deleted" | "product_group.created" | "product_group.updated" | "product_group.deleted" | "collection.created" | "collection.updated" | "collection.deleted" | "stock.updated" | "order.created" | "order.payment_link_created" | "order.updated" | "order.edited" | "order.corrected" | "order.fulfilled" | "order.fulfillment_updated" | "order.invoiced" | "order.invoice_corrected" | "order.invoice_sent" | "order.exported" | "customer.exported" | "return.updated" | "return.refunded" | "payment.recorded" | "payment.refund_started" | "payment.refunded" | "payment.refund_failed" | "payment.disputed" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "feed.created" | "feed.deleted" | "gift_card.created" | "gift_card.adjusted" | "gift_card.disabled" | "gift_card.resent" | "store_credit.adjusted" | "account.exported";
            target: {
                /** @enum {string} */
                type: "merchant" | "user" | "invitation" | "role" | "api_key" | "product" | "media" | "product_group" | "collection" | "import" | "shipping_method" | "promotion" | "order" | "return" | "payment" | "webhook" | "feed" | "gift_card";
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                name: string | null;
            };
            /**
             * @description Each changed field with its value before and after. Never a secret.
             * @example {
             *       "price": [
             *         12.75,
             *         9.95
             *       ]
             *     }
             */
            changes: {
                [key: string]: unknown[];
            };
            ip: string | null;
            request_id: string | null;
        };
        BulkRehearsal: {
            /** @description Products that the ids or the filter find. */
            matched: number;
            /** @description Those of them that would be changed. */
            changed: number;
            /** @description Those that cannot be changed so. */
            failed: number;
            /** @description Why; the first hundred. */
            errors: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                sku: string | null;
                /** @example price */
                field: string;
                /** @example is not below the compare_at_price of 12.5 */
                message: string;
            }[];
            /** @description The first ten that would be changed, with the fields that differ. */
            sample: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                sku: string;
                name: string;
                before: {
                    status?: string;
                    category?: string | null;
                    tags?: string[];
                    price?: number;
                    compare_at_price?: number | null;
                };
                after: {
                    status?: string;
                    category?: string | null;
                    tags?: string[];
                    price?: number;
                    compare_at_price?: number | null;
                };
            }[];
        };
        /** @description The VAT number given with the order; omitted without one. */
        BuyerVat: {
            /** @example DE136695976 */
            number: string;
            /** @description The buyer owes the tax of at least one item, in another member state of the EU. `reason` in `tax_lines` says of which amounts. */
            reverse_charge: boolean;
            check: {
                /** @enum {string} */
                status: "valid" | "invalid" | "unavailable";
                checked_at: string | null;
                reference: string | null;
            } | null;
        };
        Card: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example 85123A */
            sku: string;
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            description: string | null;
            category: string | null;
            /**
             * @description In major units of `currency`.
             * @example 2.55
             */
            price: number;
            /** @example GBP */
            currency: string;
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            image_url: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /** @description False for a product that is not sent, such as a gift card. */
            requires_shipping: boolean;
            weight_grams: number | null;
            /**
             * @description Tax class, which selects among the shop’s tax rates.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Whether consumers may withdraw, or why not.
             * @enum {string}
             */
            withdrawal: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Its units are gift cards, issued when their order is paid. */
            gift_card: boolean;
            /**
             * @description Of a gift card: how it is taxed.
             * @enum {string}
             */
            voucher: "multi" | "single";
            voucher_country: string | null;
            /** @description Units that can be bought now: on hand and not reserved. */
            available: number;
            brand: string | null;
            gtin: string | null;
            tags: string[];
            compare_at_price: number | null;
            lowest_price_30d: number | null;
            reduction: {
                /** @example 3.95 */
                from: number;
                /** @example 35 */
                percent: number;
            } | null;
            seo: {
                description: string | null;
                title: string | null;
            };
            unit_pricing: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description Name of the product in addresses.
             * @example white-hanging-heart
             */
            slug: string;
            group_id: string | null;
            /**
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position: number;
            /**
             * @description Grows with each change of the product, not with `available`.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            group?: components["schemas"]["CardGroup"];
        };
        CardGroup: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            name: string;
            slug: string | null;
            /** @description Active variants. */
            variant_count: number;
            price_range: components["schemas"]["PriceRange"];
            /** @description Whether any variant can be bought now. */
            available: boolean;
        };
        Carrier: {
            /** @example Royal Mail */
            name: string;
            /**
             * @description The https address where a parcel can be followed, with `{tracking_number}` in its place.
             * @example https://www.royalmail.com/track-your-item#/tracking-results/{tracking_number}
             */
            tracking_pattern: string;
        };
        Cart: {
            id: string | null;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id: string;
            /** @enum {string} */
            status: "active" | "abandoned";
            /** @example GBP */
            currency: string;
            items: components["schemas"]["CartItem"][];
            /**
             * @description Sum of all lines at current prices.
             * @example 25.5
             */
            subtotal: number;
            discounts: components["schemas"]["OrderDiscount"][];
            /** @example 2.55 */
            discount_total: number;
            /**
             * @description `subtotal` less `discount_total`.
             * @example 22.95
             */
            total: number;
            /** @description Codes that the cart keeps. */
            discount_codes: string[];
            /** @description Given codes that do not apply; omitted if none was given. */
            discount_faults?: components["schemas"]["DiscountFault"][];
            /** @description Given codes that would apply, but another set of discounts saves more. */
            outdone?: string[];
            /**
             * @description Units in all lines.
             * @example 2
             */
            item_count: number;
            created_at: string | null;
            updated_at: string | null;
        };
        CartItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 22423 */
            sku: string;
            /** @example Regency cakestand, 3 tier */
            name: string;
            /** @example 2 */
            quantity: number;
            /**
             * @description Current price of one unit in the catalog.
             * @example 12.75
             */
            price: number;
            /** @example 25.5 */
            total: number;
            /** @description False if the product is no longer sold, or fewer units are in stock. */
            available: boolean;
            image_url: string | null;
            slug: string | null;
            group_id: string | null;
            /**
             * @description Of a variant; of an order as they were when it was placed.
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /**
             * @description Units of the product that can be ordered when the line is read.
             * @example 37
             */
            available_quantity: number;
        };
        CatalogCollection: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example Summer */
            name: string;
            /** @example summer */
            slug: string;
            description: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            seo: {
                description: string | null;
                title: string | null;
            };
            /** @enum {string} */
            sort: "manual" | "newest" | "price_asc" | "price_desc" | "name";
            /** @description Products and groups for sale in it, as of `updated_at` (of a change of products: a minute later). */
            product_count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        CatalogProductGroup: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example Linen Shirt */
            name: string;
            /** @example linen-shirt */
            slug: string;
            description: string | null;
            category: string | null;
            brand: string | null;
            tags: string[];
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /**
             * @example [
             *       "Size",
             *       "Colour"
             *     ]
             */
            varies_by: string[];
            seo: {
                description: string | null;
                title: string | null;
            };
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            /** @example 20 */
            variant_count: number;
            price_range: components["schemas"]["PriceRange"] | null;
            /** @description Whether any variant can be bought now. */
            available: boolean;
            /**
             * @description Grows with each change of the group or of what it consists of.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            options: {
                /** @example Size */
                name: string;
                values: {
                    /** @example M */
                    value: string;
                    /** @description Whether a variant with it can be bought now. */
                    available: boolean;
                }[];
            }[];
            /** @description Those for sale, in their order. */
            variants: components["schemas"]["Variant"][];
        };
        Category: {
            /** @example Candles & Lighting */
            name: string;
            /** @description Number of active products. */
            product_count: number;
        };
        ChangeCartItem: {
            /** @example 2 */
            quantity: number;
        };
        ChangeProducts: {
            /** @description Either these products, */
            ids?: string[];
            /** @description As `GET /admin/products` takes it; `{}` finds all. */
            filter?: {
                /** @description Words of the product, or the beginning of its SKU. */
                q?: string;
                /**
                 * @description Default for a new product: active.
                 * @enum {string}
                 */
                status?: "draft" | "active" | "archived";
                /** @description Products of exactly this category. */
                category?: string;
                /** @description In major units of the product’s own currency. */
                min_price?: number;
                max_price?: number;
                /** @description True: only products that can be bought now. False: only those that cannot. */
                in_stock?: boolean;
                /** @description Products of exactly this brand. */
                brand?: string;
                /** @description Products with exactly this tag. */
                tag?: string;
                /**
                 * Format: uuid
                 * @description The group, or with `variants=all` its variants.
                 */
                group_id?: string;
                /** @description The product with exactly this SKU, or the group that has it. */
                sku?: string;
                /** @description The id or slug of a collection. */
                collection?: string;
            } & {
                [key: string]: string;
            };
            /**
             * @description `status`, `category`, tags (`add_tags`, `remove_tags` or both) or prices (`price`, `compare_at_price` or both).
             * @example {
             *       "price": {
             *         "percent": -25
             *       },
             *       "compare_at_price": {
             *         "percent": 0
             *       }
             *     }
             */
            change: {
                /**
                 * @description Default for a new product: active.
                 * @enum {string}
                 */
                status?: "draft" | "active" | "archived";
                category?: string | null;
                add_tags?: string[];
                remove_tags?: string[];
                /** @description One of `percent`, `amount` and `set`. */
                price?: {
                    /**
                     * @description -25 makes a quarter cheaper. Up to 4 decimals; rounded half up to the currency’s minor unit.
                     * @example -25
                     */
                    percent?: number;
                    /** @description What is added; below 0 makes it cheaper. */
                    amount?: number;
                    /** @description The price itself. */
                    set?: number;
                    /**
                     * @description A multiple of this, in major units, is taken, half up: 0.05 or 1.
                     * @example 0.05
                     */
                    round_to?: number;
                };
                compare_at_price?: number | {
                    /**
                     * @description -25 makes a quarter cheaper. Up to 4 decimals; rounded half up to the currency’s minor unit.
                     * @example -25
                     */
                    percent?: number;
                    /** @description What is added; below 0 makes it cheaper. */
                    amount?: number;
                    /** @description The price itself. */
                    set?: number;
                    /**
                     * @description A multiple of this, in major units, is taken, half up: 0.05 or 1.
                     * @example 0.05
                     */
                    round_to?: number;
                } | null;
            };
            /** @description True: answers 200 with what would happen, and changes nothing. */
            dry_run?: boolean;
        };
        ChangedRole: {
            /**
             * @description 1 to 50 characters. No two roles of a shop have the same, whatever case.
             * @example Packing
             */
            name?: string;
            /**
             * @description Names of permissions that the caller has: dashboard.read, customers.read, products.read, products.write, promotions.read, promotions.write, inventory.read, inventory.write, exports.read, orders.read, orders.write, orders.fulfil, orders.refund, gift_cards.read, gift_cards.write, settings.read, settings.write, webhooks.read, webhooks.write, staff.read, staff.write, keys.write, audit.read.
             * @example [
             *       "orders.read",
             *       "orders.fulfil"
             *     ]
             */
            permissions?: string[];
        };
        Checkout: {
            /**
             * @description The total that the shopper saw. PRICE_CHANGED if it differs now.
             * @example 25.5
             */
            expected_total?: number;
            /**
             * Format: idn-email
             * @description Address for mails about the order. Default: the account’s address. Required for a guest’s order.
             * @example ada@example.com
             */
            email?: string;
            shipping_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `shipping_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_address_id?: string;
            billing_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `billing_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            billing_address_id?: string;
            /**
             * Format: uuid
             * @description One of the quote’s `shipping_options`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_method_id?: string;
            /** @description Codes of the shop’s promotions, compared by their letters and digits. DISCOUNT_UNAVAILABLE for one that does not apply, with the reasons in `details.discount_faults`; a quote answers them. A code that a better set of discounts outdoes is left out. Default: those of the cart. */
            discount_codes?: string[];
            /** @description To whom gift cards are mailed. Default: to the buyer. */
            gift?: {
                /**
                 * Format: idn-email
                 * @description The gift cards of the order are mailed to it.
                 * @example ada@example.com
                 */
                email: string;
                message?: string | null;
                send_at?: string | null;
            };
            vat_number?: string | null;
        };
        CodeBatch: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            promotion_id: string;
            /** @example VIP- */
            prefix: string;
            /** @example 500 */
            count: number;
            /**
             * @description Codes made so far.
             * @example 0
             */
            made: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        Collection: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example Summer */
            name: string;
            /** @example summer */
            slug: string;
            description: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            seo: {
                description: string | null;
                title: string | null;
            };
            /** @enum {string} */
            sort: "manual" | "newest" | "price_asc" | "price_desc" | "name";
            /** @description Products and groups for sale in it, as of `updated_at` (of a change of products: a minute later). */
            product_count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            rules: {
                /** @enum {string} */
                match: "all" | "any";
                conditions: {
                    field: string;
                    operator: string;
                    value: string | number | boolean;
                }[];
            } | null;
            /**
             * @description Grows with each change of staff.
             * @example 1
             */
            version: number;
        };
        CollectionPreview: {
            /** @description Products and groups that match, up to 10,000. */
            count: number;
            /** @enum {string} */
            count_precision: "exact" | "at_least";
            /** @description The five newest of them. */
            sample: components["schemas"]["CollectionProduct"][];
        };
        CollectionProduct: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @enum {string} */
            type: "product" | "group";
            name: string;
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            image_url: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            price: number | null;
            currency: string;
        };
        CorrectInvoice: {
            billing_address?: components["schemas"]["AddressInput"];
            vat_number?: string | null;
            /**
             * @description Printed on the credit note.
             * @example Wrong address
             */
            reason?: string;
        };
        CorrectedInvoice: {
            credit_note: components["schemas"]["Invoice"];
            invoice: components["schemas"]["Invoice"];
        };
        CountedFeed: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            storefront_url: string | null;
            /**
             * @description For Google Merchant Center: all products for sale, in RSS 2.0. Anybody with the address can read it.
             * @example https://api.example.com/feeds/Q2F0YWxvZ09mVGhlU2hvcFdpdGhJdHNLZXlPZjI0Qnl0/google.xml
             */
            google_url: string;
            /**
             * @description For search engines: the index of the pages of products.
             * @example https://api.example.com/feeds/Q2F0YWxvZ09mVGhlU2hvcFdpdGhJdHNLZXlPZjI0Qnl0/sitemap.xml
             */
            sitemap_url: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Current number of products and variants. */
            products: number;
            /** @description Number of those without a picture, which Google does not show. */
            without_picture: number;
        };
        Counts: {
            orders: {
                /**
                 * @description `GET /admin/orders?status=pending`
                 * @example 3
                 */
                pending: number;
                /**
                 * @description `GET /admin/orders?status=paid`
                 * @example 5
                 */
                paid: number;
                /**
                 * @description `GET /admin/orders?status=processing`
                 * @example 2
                 */
                processing: number;
                /**
                 * @description `paid` and `processing`
                 * @example 7
                 */
                to_fulfill: number;
                /**
                 * @description `GET /admin/orders?payment_status=failed`, up to 10,000
                 * @example 1
                 */
                payment_failed: number;
                /**
                 * @description Refunds that wait for staff, up to 10,000: `GET /admin/orders?refund_failed=true` has their orders
                 * @example 0
                 */
                refunds_failed: number;
            };
            returns: {
                /**
                 * @description `GET /admin/returns?status=requested`, up to 10,000
                 * @example 1
                 */
                requested: number;
                /**
                 * @description `GET /admin/returns?status=received`, up to 10,000
                 * @example 0
                 */
                received: number;
                /**
                 * @description Withdrawals whose `refund_due_at` has passed
                 * @example 0
                 */
                overdue: number;
            };
            /**
             * @description `low_stock.count` of the dashboard
             * @example 4
             */
            low_stock: number;
            /**
             * @description Of all subscriptions, up to 10,000 of each: `GET /admin/webhooks/{webhook_id}/deliveries?status=failed`
             * @example 0
             */
            failed_deliveries: number;
            /** @description Subscriptions the service has switched off. */
            disabled_subscriptions: number;
            /**
             * @description Invitations of `GET /admin/staff`
             * @example 1
             */
            invitations: number;
        };
        CreateCollection: {
            /** @example Summer */
            name: string;
            /**
             * @description Lower-case words with hyphens between, unique among the shop’s collections. Made of the name.
             * @example summer
             */
            slug?: string;
            description?: string | null;
            media?: string[] | null;
            seo?: {
                description?: string | null;
                title?: string | null;
            };
            /**
             * @description Default for a new product: active.
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            /**
             * @description `manual`: as its products were put in. Left out: `manual`, or with rules `newest`.
             * @enum {string}
             */
            sort?: "manual" | "newest" | "price_asc" | "price_desc" | "name";
            rules?: {
                /** @enum {string} */
                match: "all" | "any";
                conditions: {
                    /** @enum {string} */
                    field: "category" | "tag" | "brand" | "price" | "compare_at_price" | "in_stock" | "name";
                    /** @enum {string} */
                    operator: "is" | "is_not" | "contains" | "above" | "below" | "set";
                    /** @description Text, an amount in major units, or for `in_stock` and `set` true or false (`set`: true). */
                    value?: string | number | boolean;
                }[];
            } | null;
        };
        CreateFeed: {
            storefront_url?: string | null;
        };
        /** @default {} */
        CreateFulfillment: {
            /** @description Default: all that is left. Lines of one item are summed. */
            items?: components["schemas"]["FulfilledItem"][];
            carrier?: string | null;
            tracking_number?: string | null;
            tracking_url?: string | null;
        };
        CreateGiftCard: {
            /**
             * @description More than 0, in the currency of the shop.
             * @example 50
             */
            amount: number;
            email?: string | null;
            note?: string | null;
            expires_at?: string | null;
            /**
             * @description `granted`, the default: nobody paid for it. `sold`: somebody paid for it elsewhere.
             * @enum {string}
             */
            origin?: "granted" | "sold";
        };
        CreateProduct: {
            /**
             * @description Unique within the merchant.
             * @example 85123A
             */
            sku: string;
            /** @example White Hanging Heart T-Light Holder */
            name?: string;
            /**
             * @description In major units of the merchant’s currency, with no more decimals than it has.
             * @example 2.55
             */
            price: number;
            description?: string | null;
            category?: string | null;
            /**
             * @description Default for a new product: active.
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            image_url?: string | null;
            media?: string[] | null;
            /** @description False for a product that is not sent, such as a download. Default: true. */
            requires_shipping?: boolean;
            weight_grams?: number | null;
            /**
             * @description A word of lower-case letters, digits, hyphens and underscores.
             * @example standard
             */
            tax_class?: string;
            /**
             * @description Whether consumers in the EU may withdraw, or why not (Directive 2011/83/EU, article 16). Default: allowed.
             * @enum {string}
             */
            withdrawal?: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Each unit is a gift card worth its price, issued when its order is paid and mailed. It is not shipped, in no promotion and no minimum, and not paid with stored value. Default: false. */
            gift_card?: boolean;
            /**
             * @description Of a gift card (Directive 2006/112/EC, article 30b): `multi`, what it buys is taxed; `single`, the card is taxed when it is sold, by `tax_class` and `voucher_country`. Default: multi.
             * @enum {string}
             */
            voucher?: "multi" | "single";
            voucher_country?: string | null;
            brand?: string | null;
            gtin?: string | null;
            tags?: string[] | null;
            compare_at_price?: number | null;
            seo?: {
                description?: string | null;
                title?: string | null;
            } | null;
            unit_pricing?: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            metadata?: {
                [key: string]: string;
            } | null;
            slug?: string | null;
            /** @description Initial units on hand. Default: 0. */
            on_hand?: number;
            group_id?: string | null;
            /**
             * @description Of a variant: a value for exactly the options of its group.
             * @example {
             *       "Size": "M",
             *       "Colour": "Red"
             *     }
             */
            options?: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position?: number;
        };
        CreateProductGroup: {
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            /**
             * @description What its variants differ in, in order: 1 to 3 names, unique without case.
             * @example [
             *       "Size",
             *       "Colour"
             *     ]
             */
            varies_by: string[];
            slug?: string | null;
            description?: string | null;
            category?: string | null;
            brand?: string | null;
            tags?: string[] | null;
            media?: string[] | null;
            seo?: {
                description?: string | null;
                title?: string | null;
            } | null;
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * @description Default for a new product: active.
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            /**
             * @description All variants of the group. `position` left out: as given.
             * @example [
             *       {
             *         "sku": "SHIRT-M-RED",
             *         "options": {
             *           "Size": "M",
             *           "Colour": "Red"
             *         },
             *         "price": 39
             *       }
             *     ]
             */
            variants?: {
                /**
                 * @description Unique within the merchant.
                 * @example 85123A
                 */
                sku: string;
                /**
                 * @description Of a variant: a value for exactly the options of its group.
                 * @example {
                 *       "Size": "M",
                 *       "Colour": "Red"
                 *     }
                 */
                options: {
                    [key: string]: string;
                };
                /**
                 * @description In major units of the merchant’s currency, with no more decimals than it has.
                 * @example 2.55
                 */
                price: number;
                /**
                 * @description Default for a new product: active.
                 * @enum {string}
                 */
                status?: "draft" | "active" | "archived";
                image_url?: string | null;
                media?: string[] | null;
                /** @description False for a product that is not sent, such as a download. Default: true. */
                requires_shipping?: boolean;
                weight_grams?: number | null;
                /**
                 * @description A word of lower-case letters, digits, hyphens and underscores.
                 * @example standard
                 */
                tax_class?: string;
                /**
                 * @description Whether consumers in the EU may withdraw, or why not (Directive 2011/83/EU, article 16). Default: allowed.
                 * @enum {string}
                 */
                withdrawal?: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
                /** @description Each unit is a gift card worth its price, issued when its order is paid and mailed. It is not shipped, in no promotion and no minimum, and not paid with stored value. Default: false. */
                gift_card?: boolean;
                /**
                 * @description Of a gift card (Directive 2006/112/EC, article 30b): `multi`, what it buys is taxed; `single`, the card is taxed when it is sold, by `tax_class` and `voucher_country`. Default: multi.
                 * @enum {string}
                 */
                voucher?: "multi" | "single";
                voucher_country?: string | null;
                gtin?: string | null;
                compare_at_price?: number | null;
                unit_pricing?: {
                    /**
                     * @example {
                     *       "value": 0.75,
                     *       "unit": "l"
                     *     }
                     */
                    measure: {
                        value: number;
                        /** @enum {string} */
                        unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                    };
                    /**
                     * @example {
                     *       "value": 1,
                     *       "unit": "l"
                     *     }
                     */
                    base: {
                        value: number;
                        /** @enum {string} */
                        unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                    };
                } | null;
                metadata?: {
                    [key: string]: string;
                } | null;
                /** @description Position in its group. */
                position?: number;
                /** @description Initial units on hand. Default: 0. */
                on_hand?: number;
            }[];
        };
        CreatePromotion: {
            /** @example Summer sale */
            name: string;
            /**
             * @description `percentage` needs `percent`; `amount` needs `amount`; `free_shipping` takes off at most `max_shipping`; `buy_x_get_y` needs `buy` and `get`.
             * @enum {string}
             */
            kind: "percentage" | "amount" | "free_shipping" | "buy_x_get_y";
            /** @description Letters, digits, blanks and punctuation. Two codes are the same if their letters and digits are: `SAVE 10` is `save-10`. Null: automatic, unless it has generated codes. */
            code?: string | null;
            /** @description The code is announced to everybody. */
            public?: boolean;
            percent?: number | null;
            amount?: number | null;
            /**
             * @description Of `amount`: off each unit, not off the whole.
             * @example false
             */
            each?: boolean;
            max_discount?: number | null;
            max_shipping?: number | null;
            buy?: {
                /** @example 1 */
                quantity: number;
                /**
                 * @description `{all: true}`, or the products that one of the lists names, without those that `except` names.
                 * @example {
                 *       "all": true
                 *     }
                 */
                of: {
                    /** @enum {boolean} */
                    all?: true;
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                    except?: {
                        product_ids?: string[];
                        group_ids?: string[];
                        collection_ids?: string[];
                        categories?: string[];
                        tags?: string[];
                        brands?: string[];
                    };
                    /**
                     * @description Leaves out products that have a `compare_at_price`.
                     * @example false
                     */
                    not_on_sale?: boolean;
                };
            } | null;
            get?: {
                /** @example 1 */
                quantity: number;
                /**
                 * @description `{all: true}`, or the products that one of the lists names, without those that `except` names.
                 * @example {
                 *       "all": true
                 *     }
                 */
                of: {
                    /** @enum {boolean} */
                    all?: true;
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                    except?: {
                        product_ids?: string[];
                        group_ids?: string[];
                        collection_ids?: string[];
                        categories?: string[];
                        tags?: string[];
                        brands?: string[];
                    };
                    /**
                     * @description Leaves out products that have a `compare_at_price`.
                     * @example false
                     */
                    not_on_sale?: boolean;
                };
                /**
                 * @description With at most two decimals.
                 * @example 10
                 */
                percent?: number;
            } | null;
            times_at_most?: number | null;
            /**
             * @description `{all: true}`, or the products that one of the lists names, without those that `except` names.
             * @example {
             *       "all": true
             *     }
             */
            applies_to?: {
                /** @enum {boolean} */
                all?: true;
                product_ids?: string[];
                group_ids?: string[];
                collection_ids?: string[];
                categories?: string[];
                tags?: string[];
                brands?: string[];
                except?: {
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                };
                /**
                 * @description Leaves out products that have a `compare_at_price`.
                 * @example false
                 */
                not_on_sale?: boolean;
            };
            minimum?: {
                /** @example 7 */
                subtotal?: number;
                /** @example 1 */
                quantity?: number;
            } | null;
            customers?: {
                new_only?: boolean;
                emails?: string[];
            } | null;
            usage_limit?: number | null;
            per_customer_limit?: number | null;
            starts_at?: string | null;
            ends_at?: string | null;
            /**
             * @description It may stand beside others that combine.
             * @example false
             */
            combines?: boolean;
            /** @description The higher one wins a tie. */
            priority?: number;
            /** @enum {string} */
            status?: "active" | "paused";
        };
        CreateRefund: {
            /** @description Lines of one item are summed. */
            items?: components["schemas"]["RefundedItem"][];
            /**
             * @description The whole refund. Default: the price of the items with their tax. Without items: a goodwill refund.
             * @example 12.75
             */
            amount?: number;
            /** @description Also refunds shipping, with its tax; once, and not with `amount`. */
            shipping?: boolean;
            reason?: string | null;
        };
        CreateShippingMethod: {
            /** @example Royal Mail Tracked 48 */
            name: string;
            /**
             * @description In major units of the merchant’s currency, with no more decimals than it has.
             * @example 3.99
             */
            price: number;
            description?: string | null;
            countries?: string[] | null;
            free_from?: number | null;
            min_weight_grams?: number | null;
            max_weight_grams?: number | null;
            /**
             * @description Position in the list, and among methods of one price.
             * @example 0
             */
            position?: number;
            /** @description Whether orders may use it. */
            active?: boolean;
            regions?: string[] | null;
            postal_codes?: string[] | null;
        };
        CreateWebhook: {
            /**
             * @description Absolute and https, without credentials or fragment, with a public host. In development private hosts are accepted too, and plain http for loopback hosts.
             * @example https://example.com/hooks
             */
            url: string;
            /** @description Names, groups (`order.*`) or `*`. Duplicates are removed. */
            events: ("user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned" | "user.*" | "order.*" | "product.*" | "inventory.*" | "cart.*" | "*")[];
            /**
             * @description Default: true.
             * @example true
             */
            active?: boolean;
            description?: string | null;
            /**
             * @description Retry period: the five specified retries, or hourly for three days after them.
             * @example specified
             * @enum {string}
             */
            retry_for?: "specified" | "3 days";
            /**
             * Format: password
             * @description Default: a generated secret, `whsec_` and 32 random bytes in base64, as all libraries for Standard Webhooks take it. Of any other text the UTF-8 bytes are the key: `new Webhook(Buffer.from(secret), { format: 'raw' })`.
             */
            secret?: string;
        };
        CustomItem: {
            /** @example Engraving */
            name: string;
            /**
             * @description Of one unit.
             * @example 12.75
             */
            price: number;
            /** @example 2 */
            quantity: number;
            /**
             * @description Default: `standard`.
             * @example standard
             */
            tax_class?: string;
        };
        Customer: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            email: string | null;
            name: string | null;
            phone: string | null;
            /** @description False until the e-mail address is confirmed. */
            is_verified: boolean;
            /** @description True for a user who has not registered. */
            is_guest: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            customer_since: string;
            /**
             * @description Number of orders at this merchant, without cancelled ones.
             * @example 3
             */
            order_count: number;
            /**
             * @description The sum of these orders.
             * @example 129.95
             */
            order_total: number;
        };
        CustomerDetails: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            email: string | null;
            name: string | null;
            phone: string | null;
            /** @description False until the e-mail address is confirmed. */
            is_verified: boolean;
            /** @description True for a user who has not registered. */
            is_guest: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            customer_since: string;
            /**
             * @description Number of orders at this merchant, without cancelled ones.
             * @example 3
             */
            order_count: number;
            /**
             * @description The sum of these orders.
             * @example 129.95
             */
            order_total: number;
            last_order: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example 261121-7K3M9Q */
                order_number: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_at: string;
            } | null;
        };
        Dashboard: {
            /** @description With `compare`. */
            previous?: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                to: string;
                /** @example 1299.5 */
                revenue: number;
                /** @example 1299.5 */
                refunds: number;
                /** @example 1299.5 */
                tax: number;
                /** @example 1299.5 */
                shipping: number;
                /** @example 12 */
                paid_orders: number;
                average_order_value: number | null;
                orders: {
                    /** @example 12 */
                    total: number;
                    /** @example 12 */
                    pending: number;
                    /** @example 12 */
                    paid: number;
                    /** @example 12 */
                    processing: number;
                    /** @example 12 */
                    completed: number;
                    /** @example 12 */
                    cancelled: number;
                };
                /** @example 12 */
                new_customers: number;
                /** @example 12 */
                abandoned_carts: number;
                /** @description The steps of the previous range, at the same positions as in `series`. */
                series: {
                    /**
                     * Format: date-time
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    starts_at: string;
                    /** @example 1299.5 */
                    revenue: number;
                    /** @example 1299.5 */
                    refunds: number;
                    /** @example 12 */
                    paid_orders: number;
                    /** @example 12 */
                    orders: number;
                    /** @example 12 */
                    new_customers: number;
                    /** @example 12 */
                    abandoned_carts: number;
                }[];
            };
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The first moment after the range.
             */
            to: string;
            /** @enum {string} */
            interval: "hour" | "day" | "week" | "month";
            /**
             * @description Time zone of the shop, in which its days begin.
             * @example Europe/London
             */
            timezone: string;
            /** @example GBP */
            currency: string;
            /**
             * @description Totals of the orders paid in the range, less the refunds confirmed in the range.
             * @example 1299.5
             */
            revenue: number;
            /**
             * @description Refunded in the range, whenever the order was paid.
             * @example 25.5
             */
            refunds: number;
            /**
             * @description Sum over the orders paid in the range, before refunds.
             * @example 216.58
             */
            tax: number;
            /**
             * @description Sum over the orders paid in the range, before refunds.
             * @example 39.5
             */
            shipping: number;
            /** @description Number of orders paid in the range. */
            paid_orders: number;
            average_order_value: number | null;
            /** @description Orders placed in the range, by their current status. */
            orders: {
                /** @example 12 */
                total: number;
                /** @example 12 */
                pending: number;
                /** @example 12 */
                paid: number;
                /** @example 12 */
                processing: number;
                /** @example 12 */
                completed: number;
                /** @example 12 */
                cancelled: number;
            };
            /** @example 12 */
            new_customers: number;
            /** @description The ten products that sold most, less the units refunded in the range. */
            top_products: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                product_id: string;
                sku: string | null;
                name: string | null;
                /** @example 12 */
                units: number;
                /** @example 1299.5 */
                revenue: number;
            }[];
            /** @description Active products that are low now; the ten with the fewest units. */
            low_stock: {
                /**
                 * @description Products with at most this many available units are low.
                 * @example 5
                 */
                threshold: number;
                /** @example 12 */
                count: number;
                items: {
                    /**
                     * Format: uuid
                     * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                     */
                    product_id: string;
                    sku: string;
                    name: string;
                    /** @example 12 */
                    available: number;
                }[];
            };
            /** @description Carts abandoned in the range that have not come back. */
            abandoned_carts: number;
            /** @description What promotions took off the orders placed in the range, without cancelled ones. */
            discounts: {
                /** @example 1299.5 */
                total: number;
                by_promotion: {
                    /**
                     * Format: uuid
                     * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                     */
                    promotion_id: string;
                    name: string | null;
                    /** @example 12 */
                    orders: number;
                    /** @example 1299.5 */
                    amount: number;
                    /** @example 1299.5 */
                    shipping_amount: number;
                }[];
            };
            webhooks: {
                /** @description Deliveries that succeeded in the range. */
                delivered: number;
                /** @description Deliveries that failed for good in the range. */
                failed: number;
                /** @description Deliveries waiting now. */
                pending: number;
                /** @description Subscriptions the service has switched off. */
                disabled_subscriptions: number;
            };
            series: {
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                starts_at: string;
                /** @example 1299.5 */
                revenue: number;
                /** @example 1299.5 */
                refunds: number;
                /** @example 12 */
                paid_orders: number;
                /** @example 12 */
                orders: number;
                /** @example 12 */
                new_customers: number;
                /** @example 12 */
                abandoned_carts: number;
            }[];
        };
        Delivery: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            webhook_id: string;
            /**
             * @description Id of the envelope.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            event_id: string;
            /**
             * @example order.created
             * @enum {string}
             */
            event: "user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned";
            /** @enum {string} */
            status: "pending" | "delivering" | "delivered" | "failed" | "cancelled";
            /** @description Attempts that count as retries; faults of the service do not. */
            attempts: number;
            next_attempt_at: string | null;
            next_attempt_reason: ("first_attempt" | "retry" | "retry_after") | null;
            last_status_code: number | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        DeliveryAttempt: {
            /** @example 1 */
            number: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            started_at: string;
            /** @example 87 */
            duration_ms: number;
            /**
             * @description `delivered`; `rejected` (the answer is not 2xx), `timeout`, `network_error`, `blocked` (the address is not allowed); `egress_fault` and `lost` are faults of the service and spend no retry.
             * @example rejected
             */
            outcome: string;
            status_code: number | null;
            error: string | null;
            response_body: string | null;
        };
        DeliveryDetail: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            webhook_id: string;
            /**
             * @description Id of the envelope.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            event_id: string;
            /**
             * @example order.created
             * @enum {string}
             */
            event: "user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned";
            /** @enum {string} */
            status: "pending" | "delivering" | "delivered" | "failed" | "cancelled";
            /** @description Attempts that count as retries; faults of the service do not. */
            attempts: number;
            next_attempt_at: string | null;
            next_attempt_reason: ("first_attempt" | "retry" | "retry_after") | null;
            last_status_code: number | null;
            last_error: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            payload: components["schemas"]["EventEnvelope"];
            /** @description Every attempt, the oldest first. */
            attempt_log: components["schemas"]["DeliveryAttempt"][];
        };
        DiscountFault: {
            /** @example SUMMER-10 */
            code: string;
            /**
             * @description `unknown`: no code of the shop, or not for this customer. `minimum`: too little of what it is for. `not_these_products`: nothing of what it is for. `used_up`, `used_by_customer`: its limits. `not_combinable`: another given code, which saves more, stands alone.
             * @enum {string}
             */
            reason: "unknown" | "not_started" | "ended" | "minimum" | "not_these_products" | "used_up" | "used_by_customer" | "not_combinable" | "new_customers_only";
        };
        EditOrder: {
            /** @description New lines, at the price and the tax of today. */
            add?: components["schemas"]["AddedItem"][];
            /**
             * @description Lines that leave with all their units.
             * @example [
             *       2
             *     ]
             */
            remove?: number[];
            /** @description How many units a line has then. Units that leave cost what their refund would; units that come cost what they cost today, on a line of their own where price, discount or tax differ. */
            set?: components["schemas"]["SetItem"][];
            /** @description What one unit of a line costs then. The line has no discount any more, and keeps its tax rates. */
            reprice?: components["schemas"]["RepricedItem"][];
            /** @description Default: the goods get the discounts that they would have had when the order was placed, by the promotions that the order has, even if they ended since, and those that ran then and still do. true: those of today, also without another change. false: units that leave take their part of the discounts with them. Discounts of shipping always stay, and so does what is left of a discount by staff. */
            recalculate_discounts?: boolean;
            shipping_address?: components["schemas"]["AddressInput"];
            billing_address?: components["schemas"]["AddressInput"] | null;
            /** @description true: answers what the edit would do, and changes nothing. */
            preview?: boolean;
        };
        EmailChangeUndo: {
            /**
             * @description From the mailed link, after `#token=`.
             * @example mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE
             */
            token: string;
            /**
             * Format: password
             * @description Not one of the 10,000 most common passwords, and not the e-mail address.
             * @example correct horse battery
             */
            password: string;
        };
        EventDetail: {
            /** @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11 */
            id: string;
            /**
             * @example order.created
             * @enum {string}
             */
            event: "user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned";
            /**
             * @description Unix seconds.
             * @example 1795253400
             */
            created: number;
            /** @description Data of the event; its fields depend on `event`. */
            data: {
                [key: string]: unknown;
            };
            /** @example v1 */
            api_version: string;
            /** @description True for the sample event of a test, whose ids refer to nothing. */
            is_test: boolean;
            /** @description One for each subscription that the event was sent to; may be empty. */
            deliveries: components["schemas"]["Delivery"][];
        };
        EventEnvelope: {
            /** @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11 */
            id: string;
            /**
             * @example order.created
             * @enum {string}
             */
            event: "user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned";
            /**
             * @description Unix seconds.
             * @example 1795253400
             */
            created: number;
            /** @description Data of the event; its fields depend on `event`. */
            data: {
                [key: string]: unknown;
            };
            /** @example v1 */
            api_version: string;
        };
        EventProduct: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example 85123A */
            sku: string;
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            description: string | null;
            category: string | null;
            /**
             * @description In major units of `currency`.
             * @example 2.55
             */
            price: number;
            /** @example GBP */
            currency: string;
            /**
             * @description Of a variant that is active itself: the status of its group.
             * @enum {string}
             */
            status: "draft" | "active" | "archived";
            image_url: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /** @description False for a product that is not sent, such as a gift card. */
            requires_shipping: boolean;
            weight_grams: number | null;
            /**
             * @description Tax class, which selects among the shop’s tax rates.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Whether consumers may withdraw, or why not.
             * @enum {string}
             */
            withdrawal: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Its units are gift cards, issued when their order is paid. */
            gift_card: boolean;
            /**
             * @description Of a gift card: how it is taxed.
             * @enum {string}
             */
            voucher: "multi" | "single";
            voucher_country: string | null;
            /** @description Units that can be bought now: on hand and not reserved. */
            available: number;
            brand: string | null;
            gtin: string | null;
            tags: string[];
            compare_at_price: number | null;
            lowest_price_30d: number | null;
            reduction: {
                /** @example 3.95 */
                from: number;
                /** @example 35 */
                percent: number;
            } | null;
            seo: {
                description: string | null;
                title: string | null;
            };
            unit_pricing: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description Name of the product in addresses.
             * @example white-hanging-heart
             */
            slug: string;
            group_id: string | null;
            /**
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position: number;
            /**
             * @description Grows with each change of the product, not with `available`.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @description Of a variant alone. */
            group?: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Linen Shirt */
                name: string;
                /**
                 * @example {
                 *       "Size": "M"
                 *     }
                 */
                options: {
                    [key: string]: string;
                };
            };
        };
        ExchangedItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 1 */
            quantity: number;
        };
        Facets: {
            category?: {
                value: string;
                count: number;
            }[];
            merchant?: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                value: string;
                count: number;
                name: string;
            }[];
            brand?: {
                value: string;
                count: number;
            }[];
            tag?: {
                value: string;
                count: number;
            }[];
            option?: {
                name: string;
                value: string;
                count: number;
            }[];
        };
        Feed: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            storefront_url: string | null;
            /**
             * @description For Google Merchant Center: all products for sale, in RSS 2.0. Anybody with the address can read it.
             * @example https://api.example.com/feeds/Q2F0YWxvZ09mVGhlU2hvcFdpdGhJdHNLZXlPZjI0Qnl0/google.xml
             */
            google_url: string;
            /**
             * @description For search engines: the index of the pages of products.
             * @example https://api.example.com/feeds/Q2F0YWxvZ09mVGhlU2hvcFdpdGhJdHNLZXlPZjI0Qnl0/sitemap.xml
             */
            sitemap_url: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        FetchMedia: {
            /**
             * @description Where the picture is fetched from.
             * @example https://example.com/1.jpg
             */
            url: string;
            alt?: string | null;
        };
        ForgotPassword: {
            /**
             * Format: idn-email
             * @description An e-mail address; compared without case, and with its domain in either form (`xn--…`).
             * @example ada@example.com
             */
            email: string;
        };
        FoundSlug: {
            /** @enum {string} */
            type: "product" | "product_group";
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * @description The current one.
             * @example white-hanging-heart
             */
            slug: string;
        };
        FulfilledItem: {
            /**
             * @description Of the order’s item; or product_id.
             * @example 1
             */
            line?: number;
            /**
             * Format: uuid
             * @description Instead of line: its items are taken from the first one on.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id?: string;
            /** @example 1 */
            quantity: number;
        };
        Fulfillment: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            items: {
                /**
                 * @description Of the order’s item.
                 * @example 1
                 */
                line: number;
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                product_id: string;
                /** @example 1 */
                quantity: number;
            }[];
            carrier: string | null;
            tracking_number: string | null;
            tracking_url: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            delivered_at: string | null;
            shipping_address?: components["schemas"]["Address"];
        };
        GenerateCodes: {
            /** @example 500 */
            count: number;
            /**
             * @description What each code begins with.
             * @example VIP-
             */
            prefix?: string;
        };
        GiftCard: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example 9F3A */
            last_four: string;
            /** @enum {string} */
            status: "active" | "spent" | "expired" | "disabled";
            /** @example 37.5 */
            balance: number;
            /** @example 50 */
            initial_balance: number;
            /** @example GBP */
            currency: string;
            /**
             * @description Of its first value: `sold`, or `granted` by the shop.
             * @enum {string}
             */
            origin: "granted" | "returned" | "sold";
            email: string | null;
            note: string | null;
            expires_at: string | null;
            disabled_at: string | null;
            order_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        GiftCardBalance: {
            /** @example 9F3A */
            last_four: string;
            /** @example 37.5 */
            balance: number;
            /** @example GBP */
            currency: string;
            expires_at: string | null;
        };
        GiftCardCode: {
            /** @example 7K3M-9QAB-4TXZ-0HJN */
            code: string;
        };
        GiftCardLedger: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example 9F3A */
            last_four: string;
            /** @enum {string} */
            status: "active" | "spent" | "expired" | "disabled";
            /** @example 37.5 */
            balance: number;
            /** @example 50 */
            initial_balance: number;
            /** @example GBP */
            currency: string;
            /**
             * @description Of its first value: `sold`, or `granted` by the shop.
             * @enum {string}
             */
            origin: "granted" | "returned" | "sold";
            email: string | null;
            note: string | null;
            expires_at: string | null;
            disabled_at: string | null;
            order_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description The newest first, up to 1,000. */
            ledger: components["schemas"]["LedgerEntry"][];
        };
        GuestOrderLimits: {
            /**
             * @description Orders of a guest that are neither paid nor cancelled. 3 unless set.
             * @example 3
             */
            max_open_orders: number;
            /**
             * @description Units of one product in an order of a guest. 100 unless set.
             * @example 100
             */
            max_quantity_per_line: number;
        };
        GuestOrderLimitsChange: {
            /**
             * @description Orders of a guest that are neither paid nor cancelled. 3 unless set.
             * @example 3
             */
            max_open_orders?: number;
            /**
             * @description Units of one product in an order of a guest. 100 unless set.
             * @example 100
             */
            max_quantity_per_line?: number;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        Import: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @enum {string} */
            status: "running" | "completed";
            /** @description Everything up to here is in the catalog or among the errors. */
            last_row: number;
            created: number;
            updated: number;
            unchanged: number;
            /** @description Number of rejected rows. */
            failed: number;
            /** @description New products whose stock the file does not say; `uncounted` of the request chooses their units. */
            uncounted: number;
            /** @description The first 1,000 faults. */
            errors: {
                /** @description NDJSON: the line. CSV: the record, the header being 1. */
                row: number;
                sku: string | null;
                /** @description A column, or `row` if it could not be read at all. */
                field: string;
                message: string;
            }[];
            /** @description What rows that were taken lack: pictures that are not fetched, or could not be. The first 1,000. */
            warnings: {
                /** @description NDJSON: the line. CSV: the record, the header being 1. */
                row: number;
                sku: string | null;
                /** @description A column, or `row` if it could not be read at all. */
                field: string;
                message: string;
            }[];
            /** @description Pictures that are fetched, also after the import has ended. */
            pictures: {
                /** @description Pictures that were not in the shop; a dry run fetches none. */
                asked: number;
                ready: number;
                /** @description Each has a warning; the same file asks for them again. */
                failed: number;
            };
            file: {
                /** @enum {string} */
                encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                separator: string | null;
                /** @description Columns of CSV that were left out. */
                ignored: string[];
            } | null;
            format: ("own" | "shopify" | "woocommerce" | "vendure" | "medusa") | null;
            /** @description What of the file was dropped or changed, or needs more, once all of it is read. */
            columns: {
                /**
                 * @description As the file names it.
                 * @example Body (HTML)
                 */
                column: string;
                /**
                 * @description Kept: something is to be done, such as a tax class that has no rate.
                 * @enum {string}
                 */
                outcome: "dropped" | "changed" | "kept";
                /** @description How often. */
                count: number;
                /** @example HTML to text */
                reason: string;
            }[];
            /** @description Of a dry run: what it read in the first ten rows. What a row leaves alone is null. */
            preview: {
                row: number;
                sku: string | null;
                /** @enum {string} */
                outcome: "created" | "updated" | "unchanged" | "failed";
                name: string | null;
                options: string[];
                price: number | null;
                compare_at_price: number | null;
                tax_class: string | null;
                on_hand: number | null;
                /** @description How many it names, also of its group. */
                pictures: number;
            }[];
            /** @description True for a dry run, which writes nothing. */
            dry_run: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        InventoryItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example MUG-BLUE */
            sku: string;
            /** @example Blue mug */
            name: string;
            category: string | null;
            image_url: string | null;
            /**
             * @description Units in the shop, including reserved ones.
             * @example 40
             */
            on_hand: number;
            /**
             * @description Units reserved by open orders.
             * @example 3
             */
            reserved: number;
            /**
             * @description `on_hand - reserved`: units that can be ordered.
             * @example 37
             */
            available: number;
            /**
             * @description The number of the last movement; 0 before the first.
             * @example 12
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        Invitation: {
            merchant: components["schemas"]["MerchantName"];
            /**
             * @description `owner`, `manager`, `viewer`, `warehouse`, `support`, or the name of one of the shop’s own.
             * @example viewer
             */
            role: string;
            /**
             * @description The account that gets the role.
             * @example grace@example.com
             */
            email: string;
            /** @description Whether accepting the invitation needs a new password. */
            needs_password: boolean;
        };
        InvitationAcceptance: {
            /**
             * @description From the mailed link, after `#token=`.
             * @example mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE
             */
            token: string;
            /**
             * Format: password
             * @description Not one of the 10,000 most common passwords, and not the e-mail address.
             * @example correct horse battery
             */
            password?: string;
        };
        InvitationToken: {
            /**
             * @description From the mailed link, after `#token=`.
             * @example mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE
             */
            token: string;
        };
        Invoice: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @enum {string} */
            type: "invoice" | "credit_note";
            /** @example INV-17 */
            number: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            order_id: string;
            /**
             * @description A day of the shop.
             * @example 2026-11-26
             */
            issue_date: string;
            /**
             * @description With tax.
             * @example 56.35
             */
            total: number;
            /** @example 6.38 */
            tax_total: number;
            /** @example GBP */
            currency: string;
            corrects: string | null;
            refund_id: string | null;
            fulfillment_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            issued_at: string;
            sending: components["schemas"]["InvoiceSending"] | null;
        };
        /** @description Of a small business: why what it sells without tax is exempt. Each invoice has it printed, and as the reason (BT-120) of the category E in electronic ones. */
        InvoiceExemption: {
            /** @example No VAT is charged under § 19 UStG (small business) */
            text: string;
        };
        /** @description How it gets to the buyer; null: the shop does not send it. */
        InvoiceSending: {
            /**
             * @description Value of `invoices.send_by`.
             * @example mail
             */
            by: string;
            /** @enum {string} */
            status: "pending" | "sent" | "failed";
            failure: string | null;
            sent_at: string | null;
        };
        InvoiceSettings: {
            /**
             * @description Before the number of an invoice, `INV-` in `INV-17`; its last character is no digit. Credit notes are `INV-CN-1`.
             * @example INV-
             */
            prefix: string;
            /** @example Analytical Engines GmbH */
            seller_name: string;
            vat_id: string | null;
            tax_number: string | null;
            notes: string | null;
            /**
             * @description When an invoice is issued: when the order is paid, or one for each fulfilment.
             * @enum {string}
             */
            issue_on: "paid" | "fulfilled";
            send_by: string | null;
            /**
             * @description The next number of invoices. It only goes up.
             * @example 10482
             */
            next_number: number;
            /**
             * @description The next number of credit notes. It only goes up.
             * @example 10482
             */
            next_credit_note_number: number;
            seller_address: components["schemas"]["SellerAddress"];
            tax_currency: components["schemas"]["InvoiceTaxCurrency"] | null;
            exemption: components["schemas"]["InvoiceExemption"] | null;
        };
        /** @description Null: the shop issues no invoices. The first time `seller_name`, `seller_address` and `vat_id` or `tax_number` are needed. */
        InvoiceSettingsChange: {
            /**
             * @description Before the number of an invoice, `INV-` in `INV-17`; its last character is no digit. Credit notes are `INV-CN-1`.
             * @example INV-
             */
            prefix?: string;
            /** @example Analytical Engines GmbH */
            seller_name?: string;
            vat_id?: string | null;
            tax_number?: string | null;
            notes?: string | null;
            /**
             * @description When an invoice is issued: when the order is paid, or one for each fulfilment.
             * @enum {string}
             */
            issue_on?: "paid" | "fulfilled";
            send_by?: string | null;
            /**
             * @description The next number of invoices. It only goes up.
             * @example 10482
             */
            next_number?: number;
            /**
             * @description The next number of credit notes. It only goes up.
             * @example 10482
             */
            next_credit_note_number?: number;
            seller_address?: components["schemas"]["SellerAddressInput"];
            tax_currency?: components["schemas"]["InvoiceTaxCurrency"] | null;
            exemption?: components["schemas"]["InvoiceExemption"] | null;
        };
        /** @description The tax is also printed in this currency, of which a unit of the shop’s own costs `rate`. */
        InvoiceTaxCurrency: {
            /** @example EUR */
            currency: string;
            /** @example 1.17 */
            rate: number;
        };
        Invoices: {
            invoices: components["schemas"]["Invoice"][];
        };
        /** @default {} */
        IssueInvoice: Record<string, never>;
        Job: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed";
            /** @description Products that it is about. */
            total: number;
            /** @description Those that it has looked at: changed, failed, or as they should be already. */
            done: number;
            changed: number;
            failed: number;
            /** @description Why products failed, the first thousand; without `id`: why the job did. */
            errors: {
                id: string | null;
                sku: string | null;
                /** @example price */
                field: string;
                /** @example is not below the compare_at_price of 12.5 */
                message: string;
            }[];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        JoinedMerchant: {
            merchant: components["schemas"]["MerchantName"];
            /**
             * @description `owner`, `manager`, `viewer`, `warehouse`, `support`, or the name of one of the shop’s own.
             * @example viewer
             */
            role: string;
        };
        LedgerEntry: {
            /**
             * @description From 1, without a gap.
             * @example 1
             */
            number: number;
            /** @enum {string} */
            kind: "issued" | "adjusted" | "paid" | "returned" | "refunded";
            /**
             * @description `granted`: nobody paid for it; it is spent first. `returned`: given back by an order.
             * @enum {string}
             */
            origin: "granted" | "returned" | "sold";
            /** @example -12.5 */
            amount: number;
            /**
             * @description After it.
             * @example 37.5
             */
            balance: number;
            order_id: string | null;
            reason: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        LinkedOrder: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id: string;
            /**
             * @description Readable number, unique per merchant.
             * @example 261121-7K3M9Q
             */
            order_number: string;
            /**
             * @description Who has placed it.
             * @enum {string}
             */
            source: "storefront" | "staff" | "agent";
            /** @enum {string} */
            status: "pending" | "paid" | "processing" | "completed" | "cancelled";
            /** @enum {string} */
            payment_status: "unpaid" | "failed" | "partially_paid" | "paid" | "partially_refunded" | "refunded";
            /** @enum {string} */
            fulfillment_status: "unfulfilled" | "partially_fulfilled" | "fulfilled";
            /** @description Statuses that the caller can change the order to. Paying has its own endpoint. */
            allowed_transitions: ("pending" | "paid" | "processing" | "completed" | "cancelled")[];
            /**
             * @description Sum of the items, before discounts.
             * @example 25.5
             */
            subtotal: number;
            discounts: components["schemas"]["OrderDiscount"][];
            /**
             * @description Sum of the items’ `discount`.
             * @example 2.55
             */
            discount_total: number;
            /**
             * @description What is paid for shipping.
             * @example 0
             */
            shipping_total: number;
            /**
             * @description What makes the total one that payments can charge; below 0 for less.
             * @example 0
             */
            rounding_total: number;
            /** @example 0 */
            tax_total: number;
            /** @description True: prices contain the tax. False: it is added to the total. */
            tax_included: boolean;
            tax_lines: components["schemas"]["TaxLine"][];
            /**
             * @description The charged total: `subtotal - discount_total + shipping_total + rounding_total`, and `tax_total` unless prices include it.
             * @example 22.95
             */
            total: number;
            /**
             * @description What was paid with granted value or single-purpose vouchers: it lowers `tax_lines`, and `total` by added tax. Omitted if nothing was.
             * @example 10
             */
            untaxed_total?: number;
            /**
             * @description Sum of the successful payments, less what edits gave back.
             * @example 25.5
             */
            amount_paid: number;
            /**
             * @description What is left to pay; 0 for a cancelled order.
             * @example 0
             */
            amount_due: number;
            /** @example 0 */
            refunded_total: number;
            /** @example GBP */
            currency: string;
            items: components["schemas"]["OrderItem"][];
            email: string | null;
            phone: string | null;
            shipping_address: components["schemas"]["Address"] | null;
            billing_address: components["schemas"]["Address"] | null;
            buyer_vat?: components["schemas"]["BuyerVat"];
            shipping_method: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Standard */
                name: string;
                /** @example 3.95 */
                price: number;
            } | null;
            /** @description To whom its gift cards are mailed; omitted: to the buyer. */
            gift?: {
                /** @example friend@example.com */
                email: string;
                message: string | null;
                send_at: string | null;
            };
            fulfillments: components["schemas"]["Fulfillment"][];
            refunds: components["schemas"]["Refund"][];
            /**
             * @description Grows with each change of the order.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Of an order by staff, which is cancelled then unless it is paid, and of an unpaid edit.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at?: string;
            paid_at: string | null;
            completed_at: string | null;
            cancelled_at: string | null;
            cancel_reason: ("requested_by_customer" | "requested_by_merchant" | "payment_window_expired" | "released") | null;
            withdrawal: components["schemas"]["Withdrawal"];
            returns: components["schemas"]["Return"][];
        };
        Login: {
            /** @example ada@example.com */
            email: string;
            /**
             * Format: password
             * @example correct horse battery
             */
            password: string;
        };
        LookUpOrder: {
            /**
             * @description Also with `#`, in small letters.
             * @example 261121-7K3M9Q
             */
            order_number: string;
            /**
             * Format: idn-email
             * @description An e-mail address; compared without case, and with its domain in either form (`xn--…`).
             * @example ada@example.com
             */
            email: string;
            /**
             * Format: uuid
             * @description Default: every shop.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id?: string;
        };
        MailSettings: {
            /** @description Whether the shop mails that an order was placed. */
            order_confirmation: boolean;
            /** @description Whether the shop mails what was sent, with its tracking. */
            shipment: boolean;
            /** @description Whether the shop mails that money went back, or that an order was cancelled. */
            refund: boolean;
            /** @description Whether the shop mails that an order goes to another address, which staff has corrected. */
            address_change: boolean;
        };
        MailSettingsChange: {
            /** @description Whether the shop mails that an order was placed. */
            order_confirmation?: boolean;
            /** @description Whether the shop mails what was sent, with its tracking. */
            shipment?: boolean;
            /** @description Whether the shop mails that money went back, or that an order was cancelled. */
            refund?: boolean;
            /** @description Whether the shop mails that an order goes to another address, which staff has corrected. */
            address_change?: boolean;
        };
        Mailed: {
            /**
             * @description Given if the hourly limit of mails to addresses that are not confirmed is reached (`MAIL_LIMITS`): all is done but the mail, which can be asked for again later.
             * @enum {string}
             */
            mail?: "limited";
        };
        /** @default {} */
        MakePaymentLink: {
            /** @description Mails a link to the address of the order. Default: false. */
            mail?: boolean;
        };
        Media: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * @description `processing`: it is being fetched. `failed`: it is shown nowhere.
             * @enum {string}
             */
            status: "processing" | "ready" | "failed";
            failure: string | null;
            url: string | null;
            width: number | null;
            height: number | null;
            alt: string | null;
            /** @description The smallest first. */
            sizes: components["schemas"]["PictureSize"][];
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        MerchantName: {
            /**
             * Format: uuid
             * @description Send it as the `merchant-id` header.
             */
            id: string;
            name: string;
        };
        MerchantSettings: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example Demo Shop */
            name: string;
            /**
             * @description Name of the shop in addresses, of all shops its alone: lower-case words separated by hyphens.
             * @example demo-shop
             */
            slug: string;
            /**
             * @description Language of the shop’s texts, of BCP 47. Mails and papers are in it where it is English or German, else in English.
             * @example en-GB
             * @example de-CH
             */
            locale: string;
            logo: components["schemas"]["Picture"] | null;
            /** @example GBP */
            currency: string;
            /**
             * @description Decimals of amounts in `currency`, by ISO 4217.
             * @example 2
             */
            currency_digits: number;
            order_limits: components["schemas"]["OrderLimits"];
            /** @description Staff without a second factor can only set one up. Changing it takes `staff.write` as well. */
            require_two_factor: boolean;
            support_email: string | null;
            /** @description True: tax is part of the prices. False: it is added to them. */
            prices_include_tax: boolean;
            /**
             * @description Whether shipping is taxed as the goods of the order, split by what these are without tax, or by the rows of the class `shipping`. Until a shop sets it, such rows count where the table has them.
             * @enum {string}
             */
            shipping_tax: "goods" | "class";
            vat_number: string | null;
            /** @description Whether an order with something to ship needs an address and a shipping method. */
            shipping_required: boolean;
            /**
             * @description IANA name of the time zone of the shop’s days.
             * @example Europe/London
             */
            timezone: string;
            /** @description Who carries the parcels. A fulfilment that names one of them and a number gets its `tracking_url` from it. */
            carriers: components["schemas"]["Carrier"][];
            storefront_url: string | null;
            invoices: components["schemas"]["InvoiceSettings"] | null;
            withdrawal: boolean | null;
            return_days: number | null;
            /**
             * @description Days from sending to delivery, where a fulfilment has no `delivered_at`.
             * @example 7
             */
            delivery_days: number;
            mail: components["schemas"]["MailSettings"];
        };
        MerchantSettingsChange: {
            /** @example Demo Shop */
            name?: string;
            /**
             * @description Name of the shop in addresses, of all shops its alone: lower-case words separated by hyphens.
             * @example demo-shop
             */
            slug?: string;
            /**
             * @description Language of the shop’s texts, of BCP 47. Mails and papers are in it where it is English or German, else in English.
             * @example en-GB
             * @example de-CH
             */
            locale?: string;
            logo?: string | null;
            /**
             * @description Of ISO 4217; until there is an order. Prices keep their numbers; 400 if one has too many decimals for it.
             * @example GBP
             */
            currency?: string;
            order_limits?: components["schemas"]["OrderLimitsChange"];
            /** @description Staff without a second factor can only set one up. Changing it takes `staff.write` as well. */
            require_two_factor?: boolean;
            support_email?: string | null;
            /** @description True: tax is part of the prices. False: it is added to them. */
            prices_include_tax?: boolean;
            /**
             * @description Whether shipping is taxed as the goods of the order, split by what these are without tax, or by the rows of the class `shipping`. Until a shop sets it, such rows count where the table has them.
             * @enum {string}
             */
            shipping_tax?: "goods" | "class";
            vat_number?: string | null;
            /** @description Whether an order with something to ship needs an address and a shipping method. */
            shipping_required?: boolean;
            /**
             * @description IANA name of the time zone of the shop’s days.
             * @example Europe/London
             */
            timezone?: string;
            /** @description Who carries the parcels. A fulfilment that names one of them and a number gets its `tracking_url` from it. */
            carriers?: components["schemas"]["Carrier"][];
            storefront_url?: string | null;
            invoices?: components["schemas"]["InvoiceSettingsChange"] | null;
            withdrawal?: boolean | null;
            return_days?: number | null;
            /**
             * @description Days from sending to delivery, where a fulfilment has no `delivered_at`.
             * @example 7
             */
            delivery_days?: number;
            mail?: components["schemas"]["MailSettingsChange"];
        };
        NewAddress: {
            /** @example Ada Lovelace */
            name: string;
            company?: string | null;
            /** @example 12 St James’s Square */
            line1: string;
            line2?: string | null;
            /** @example London */
            city: string;
            region?: string | null;
            postal_code?: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in capitals, or XK (Kosovo).
             * @example GB
             */
            country: string;
            phone?: string | null;
            /** @description True makes this address the default one. */
            is_default?: boolean;
        };
        NewApiKey: {
            /**
             * @description `admin` (`ck_…`) acts for its maker at /admin. `publishable` (`pk_…`) may stand in a page: it reads the shop’s catalog, and opens guests. `storefront` (`sk_…`) is the same for the storefront’s server, and secret.
             * @enum {string}
             */
            kind?: "admin" | "publishable" | "storefront";
            /** @example Warehouse */
            name: string;
            /**
             * @description Of an `admin` key, which needs them: names of permissions that the maker has: dashboard.read, customers.read, products.read, products.write, promotions.read, promotions.write, inventory.read, inventory.write, exports.read, orders.read, orders.write, orders.fulfil, orders.refund, gift_cards.read, gift_cards.write, settings.read, settings.write, webhooks.read, webhooks.write, staff.read, staff.write, keys.write, audit.read. The others take none.
             * @example [
             *       "orders.read",
             *       "inventory.write"
             *     ]
             */
            permissions?: string[];
            /**
             * @description Requests a minute of a `storefront` key that do not say for which `shopper-address` they are.
             * @example 6000
             */
            rate_limit_per_minute?: number;
            /** @description A time in the future. Default: the key is valid until it is revoked. */
            expires_at?: string | null;
        };
        NewGiftCard: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example 9F3A */
            last_four: string;
            /** @enum {string} */
            status: "active" | "spent" | "expired" | "disabled";
            /** @example 37.5 */
            balance: number;
            /** @example 50 */
            initial_balance: number;
            /** @example GBP */
            currency: string;
            /**
             * @description Of its first value: `sold`, or `granted` by the shop.
             * @enum {string}
             */
            origin: "granted" | "returned" | "sold";
            email: string | null;
            note: string | null;
            expires_at: string | null;
            disabled_at: string | null;
            order_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description Shown in this answer only.
             * @example 7K3M-9QAB-4TXZ-0HJN
             */
            code: string;
        };
        NewRole: {
            /**
             * @description 1 to 50 characters. No two roles of a shop have the same, whatever case.
             * @example Packing
             */
            name: string;
            /**
             * @description Names of permissions that the caller has: dashboard.read, customers.read, products.read, products.write, promotions.read, promotions.write, inventory.read, inventory.write, exports.read, orders.read, orders.write, orders.fulfil, orders.refund, gift_cards.read, gift_cards.write, settings.read, settings.write, webhooks.read, webhooks.write, staff.read, staff.write, keys.write, audit.read.
             * @example [
             *       "orders.read",
             *       "orders.fulfil"
             *     ]
             */
            permissions: string[];
        };
        NewStaffMember: {
            /**
             * Format: idn-email
             * @description An e-mail address; compared without case, and with its domain in either form (`xn--…`).
             * @example ada@example.com
             */
            email: string;
            /**
             * @description `owner` may do all, `manager` all but staff and keys, `viewer` reads, `warehouse` sends and counts, `support` helps customers; or the id, or the name, of one of the shop’s own (`GET /admin/roles`).
             * @example viewer
             */
            role: string;
        };
        /** @description `confirm`: take a card and confirm with it. `authenticate`: show 3-D Secure in the page. `redirect`: send the shopper to this page. For the shopper only. */
        NextAction: {
            /** @enum {string} */
            type: "confirm";
            /**
             * @description For Stripe.js.
             * @example pi_3Q_secret_9F
             */
            client_secret: string;
        } | {
            /** @enum {string} */
            type: "authenticate";
            /**
             * @description For Stripe.js.
             * @example pi_3Q_secret_9F
             */
            client_secret: string;
        } | {
            /** @enum {string} */
            type: "redirect";
            /** @example https://bank.example/3ds/9F */
            url: string;
        };
        Order: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id: string;
            /**
             * @description Readable number, unique per merchant.
             * @example 261121-7K3M9Q
             */
            order_number: string;
            /**
             * @description Who has placed it.
             * @enum {string}
             */
            source: "storefront" | "staff" | "agent";
            /** @enum {string} */
            status: "pending" | "paid" | "processing" | "completed" | "cancelled";
            /** @enum {string} */
            payment_status: "unpaid" | "failed" | "partially_paid" | "paid" | "partially_refunded" | "refunded";
            /** @enum {string} */
            fulfillment_status: "unfulfilled" | "partially_fulfilled" | "fulfilled";
            /** @description Statuses that the caller can change the order to. Paying has its own endpoint. */
            allowed_transitions: ("pending" | "paid" | "processing" | "completed" | "cancelled")[];
            /**
             * @description Sum of the items, before discounts.
             * @example 25.5
             */
            subtotal: number;
            discounts: components["schemas"]["OrderDiscount"][];
            /**
             * @description Sum of the items’ `discount`.
             * @example 2.55
             */
            discount_total: number;
            /**
             * @description What is paid for shipping.
             * @example 0
             */
            shipping_total: number;
            /**
             * @description What makes the total one that payments can charge; below 0 for less.
             * @example 0
             */
            rounding_total: number;
            /** @example 0 */
            tax_total: number;
            /** @description True: prices contain the tax. False: it is added to the total. */
            tax_included: boolean;
            tax_lines: components["schemas"]["TaxLine"][];
            /**
             * @description The charged total: `subtotal - discount_total + shipping_total + rounding_total`, and `tax_total` unless prices include it.
             * @example 22.95
             */
            total: number;
            /**
             * @description What was paid with granted value or single-purpose vouchers: it lowers `tax_lines`, and `total` by added tax. Omitted if nothing was.
             * @example 10
             */
            untaxed_total?: number;
            /**
             * @description Sum of the successful payments, less what edits gave back.
             * @example 25.5
             */
            amount_paid: number;
            /**
             * @description What is left to pay; 0 for a cancelled order.
             * @example 0
             */
            amount_due: number;
            /** @example 0 */
            refunded_total: number;
            /** @example GBP */
            currency: string;
            items: components["schemas"]["OrderItem"][];
            email: string | null;
            phone: string | null;
            shipping_address: components["schemas"]["Address"] | null;
            billing_address: components["schemas"]["Address"] | null;
            buyer_vat?: components["schemas"]["BuyerVat"];
            shipping_method: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Standard */
                name: string;
                /** @example 3.95 */
                price: number;
            } | null;
            /** @description To whom its gift cards are mailed; omitted: to the buyer. */
            gift?: {
                /** @example friend@example.com */
                email: string;
                message: string | null;
                send_at: string | null;
            };
            fulfillments: components["schemas"]["Fulfillment"][];
            refunds: components["schemas"]["Refund"][];
            /**
             * @description Grows with each change of the order.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Of an order by staff, which is cancelled then unless it is paid, and of an unpaid edit.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at?: string;
            paid_at: string | null;
            completed_at: string | null;
            cancelled_at: string | null;
            cancel_reason: ("requested_by_customer" | "requested_by_merchant" | "payment_window_expired" | "released") | null;
        };
        OrderDiscount: {
            promotion_id: string | null;
            code: string | null;
            /** @example Summer sale */
            name: string;
            /**
             * @description Off the items.
             * @example 2.55
             */
            amount: number;
            /**
             * @description Off shipping.
             * @example 0
             */
            shipping_amount: number;
        };
        OrderEdit: {
            order: components["schemas"]["StaffOrder"];
            /**
             * @description What the order costs more than before; below 0 if less.
             * @example -12.75
             */
            difference: number;
        };
        OrderItem: {
            /**
             * @description Number of the item in its order, from 1.
             * @example 1
             */
            line: number;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 22423 */
            sku: string;
            /** @example Regency cakestand, 3 tier */
            name: string;
            /** @example 2 */
            quantity: number;
            /**
             * @description Price of one unit when the order was placed.
             * @example 12.75
             */
            price: number;
            /**
             * @description Price × quantity, before discounts.
             * @example 25.5
             */
            total: number;
            /**
             * @description What discounts take off the line.
             * @example 2.55
             */
            discount: number;
            /**
             * @description `total` less `discount`.
             * @example 22.95
             */
            paid: number;
            requires_shipping: boolean;
            /** @description Present only if true: staff has named it; no product has its `product_id`. */
            custom?: boolean;
            /** @description Present only if true: its units are gift cards. */
            gift_card?: boolean;
            /**
             * @description Sent units.
             * @example 0
             */
            quantity_fulfilled: number;
            /**
             * @description Cancelled or returned units.
             * @example 0
             */
            quantity_refunded: number;
            image_url: string | null;
            slug: string | null;
            group_id: string | null;
            /**
             * @description Of a variant; of an order as they were when it was placed.
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /**
             * @description Units of the product that can be ordered when the line is read.
             * @example 37
             */
            available_quantity: number;
        };
        OrderLimits: {
            /**
             * @description Orders of a user that are neither paid nor cancelled. 20 unless set.
             * @example 20
             */
            max_open_orders_per_user: number;
            /**
             * @description Units of one product in an order. 1000 unless set.
             * @example 1000
             */
            max_quantity_per_line: number;
            /**
             * @description Units that unpaid orders of one client address hold, of guests and of accounts younger than a day. 200 unless set.
             * @example 200
             */
            max_unpaid_units_per_address: number;
            /**
             * @description An unpaid order older than this, of which no payment was begun, is cancelled when others want its units. 600 unless set.
             * @example 600
             */
            hold_unpaid_seconds: number;
            guest: components["schemas"]["GuestOrderLimits"];
        };
        OrderLimitsChange: {
            /**
             * @description Orders of a user that are neither paid nor cancelled. 20 unless set.
             * @example 20
             */
            max_open_orders_per_user?: number;
            /**
             * @description Units of one product in an order. 1000 unless set.
             * @example 1000
             */
            max_quantity_per_line?: number;
            /**
             * @description Units that unpaid orders of one client address hold, of guests and of accounts younger than a day. 200 unless set.
             * @example 200
             */
            max_unpaid_units_per_address?: number;
            /**
             * @description An unpaid order older than this, of which no payment was begun, is cancelled when others want its units. 600 unless set.
             * @example 600
             */
            hold_unpaid_seconds?: number;
            guest?: components["schemas"]["GuestOrderLimitsChange"];
        };
        OutstandingValue: {
            gift_cards: {
                /**
                 * @description Those that have something left.
                 * @example 12
                 */
                count: number;
                /** @example 310.5 */
                balance: number;
            };
            store_credit: {
                /**
                 * @description Those that have something left.
                 * @example 12
                 */
                count: number;
                /** @example 310.5 */
                balance: number;
            };
            /** @example GBP */
            currency: string;
        };
        Pagination: {
            limit: number;
            /** @description Items before this page. */
            offset: number;
            /** @description Items of the whole list, up to 10,000. Above 1,000 it may be 5 seconds old; behind a cursor it is that of the first page. */
            total: number;
            /**
             * @description `at_least`: the list has more than the 10,000 of `total`.
             * @enum {string}
             */
            total_precision: "exact" | "at_least";
            has_more: boolean;
            /** @description Send it as `cursor` for the next page; empty on the last one. */
            next_cursor: string;
        };
        PaidOrder: {
            payment: components["schemas"]["Payment"];
            order: components["schemas"]["Order"];
        };
        PasswordChange: {
            /**
             * Format: password
             * @example correct horse battery
             */
            current_password: string;
            /**
             * Format: password
             * @description Not one of the 10,000 most common passwords, and not the e-mail address.
             * @example correct horse battery
             */
            password: string;
        };
        PasswordReset: {
            /**
             * @description From the mailed link, after `#token=`.
             * @example mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE
             */
            token: string;
            /**
             * Format: password
             * @description Not one of the 10,000 most common passwords, and not the e-mail address.
             * @example correct horse battery
             */
            password: string;
        };
        PastPrice: {
            /** @example 39.9 */
            price: number;
            compare_at_price: number | null;
            currency: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            ends_at: string | null;
        };
        PayOrder: {
            /**
             * @description One of `GET /payments/methods`: `stripe`, or of the test provider `test_success`, `test_decline`, `test_slow`, which answers after 2 s, or `test_refund_refused`, which succeeds, and refuses each refund when it is first asked for; `gift_card` with a `code`, or `store_credit`.
             * @example test_success
             */
            method: string;
            /** @description Of `stripe`: the card that Stripe.js has taken. Without it Stripe.js confirms the payment. */
            payment_method?: string;
            /** @description Of `stripe`, with a `payment_method`: 3-D Secure is a page of the bank, which leads back here. */
            return_url?: string;
            /** @description Of a `gift_card`. */
            code?: string;
        };
        Payment: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            order_id: string;
            /** @example test */
            provider: string;
            /** @example test_success */
            method: string;
            /**
             * @description `pending`: the provider has not answered yet; the service keeps asking. `requires_action`: the shopper has to do `next_action`; a new payment replaces this one.
             * @enum {string}
             */
            status: "pending" | "requires_action" | "succeeded" | "failed" | "refunding" | "refunded";
            /** @example 25.5 */
            amount: number;
            /** @example GBP */
            currency: string;
            reference: string | null;
            failure: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            settled_at: string | null;
            refunded_at: string | null;
            /**
             * @description Staff only, of a payment that is `refunding`: the provider refused to give it back. Retry that, or mark it as paid back, at `/admin/orders/{id}/refunds/{refund_id}` with the id of the payment.
             * @example refund_refused
             */
            refund_failure?: string;
            /** @description Present only if true: staff paid it back by another way. */
            refunded_by_hand?: boolean;
            next_action: components["schemas"]["NextAction"] | null;
        };
        PaymentLink: {
            /**
             * @description A page of the service. Whoever has the address can see and pay the order. Shown once.
             * @example https://api.example.com/pay/AZqfPm9cfD6cWS9qOh8LEQ9f…
             */
            url: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
        };
        PaymentMethod: {
            /** @example stripe */
            method: string;
            /** @example stripe */
            provider: string;
            publishable_key: string | null;
            account: string | null;
        };
        PaymentMethods: {
            methods: components["schemas"]["PaymentMethod"][];
        };
        Picture: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @description The largest JPEG. */
            url: string;
            /**
             * @description Of `url`.
             * @example 1200
             */
            width: number;
            /** @example 800 */
            height: number;
            alt: string | null;
            /** @description The smallest first. */
            sizes: components["schemas"]["PictureSize"][];
        };
        PictureSize: {
            /** @example 640 */
            width: number;
            /** @description WebP. */
            url: string;
            jpeg_url: string;
        };
        PlaceOrder: {
            /** @description Lines of one product are summed. */
            items: components["schemas"]["PlaceOrderItem"][];
            /**
             * @description The total that the shopper saw. PRICE_CHANGED if it differs now.
             * @example 25.5
             */
            expected_total?: number;
            /**
             * Format: idn-email
             * @description Address for mails about the order. Default: the account’s address. Required for a guest’s order.
             * @example ada@example.com
             */
            email?: string;
            shipping_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `shipping_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_address_id?: string;
            billing_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `billing_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            billing_address_id?: string;
            /**
             * Format: uuid
             * @description One of the quote’s `shipping_options`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_method_id?: string;
            /** @description Codes of the shop’s promotions, compared by their letters and digits. DISCOUNT_UNAVAILABLE for one that does not apply, with the reasons in `details.discount_faults`; a quote answers them. A code that a better set of discounts outdoes is left out. Default: those of the cart. */
            discount_codes?: string[];
            /** @description To whom gift cards are mailed. Default: to the buyer. */
            gift?: {
                /**
                 * Format: idn-email
                 * @description The gift cards of the order are mailed to it.
                 * @example ada@example.com
                 */
                email: string;
                message?: string | null;
                send_at?: string | null;
            };
            vat_number?: string | null;
        };
        PlaceOrderItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 2 */
            quantity: number;
        };
        PlaceStaffOrder: {
            customer: components["schemas"]["StaffOrderCustomer"];
            items?: components["schemas"]["StaffItem"][];
            /** @description What is no product; nothing is reserved or shipped. */
            custom_items?: components["schemas"]["CustomItem"][];
            discount?: components["schemas"]["StaffDiscount"];
            /** @description To whom gift cards are mailed. Default: to the buyer. */
            gift?: {
                /**
                 * Format: idn-email
                 * @description The gift cards of the order are mailed to it.
                 * @example ada@example.com
                 */
                email: string;
                message?: string | null;
                send_at?: string | null;
            };
            shipping_address?: components["schemas"]["AddressInput"];
            billing_address?: components["schemas"]["AddressInput"];
            vat_number?: string | null;
            /**
             * Format: uuid
             * @description One of the quote’s `shipping_options`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_method_id?: string;
            shipping_method?: components["schemas"]["StaffShippingMethod"];
            note?: string | null;
            /**
             * Format: date-time
             * @description The units are reserved until then, and the order is cancelled unless it is paid. Default: 7 days.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at?: string;
            /** @description PRICE_CHANGED if it differs now. */
            expected_total?: number;
        };
        PreviewCollection: {
            /**
             * @description Which active products are in it; a group is if one of its variants matches. Texts compare without case and accents.
             * @example {
             *       "match": "all",
             *       "conditions": [
             *         {
             *           "field": "tag",
             *           "operator": "is",
             *           "value": "summer"
             *         }
             *       ]
             *     }
             */
            rules: {
                /** @enum {string} */
                match: "all" | "any";
                conditions: {
                    /** @enum {string} */
                    field: "category" | "tag" | "brand" | "price" | "compare_at_price" | "in_stock" | "name";
                    /** @enum {string} */
                    operator: "is" | "is_not" | "contains" | "above" | "below" | "set";
                    /** @description Text, an amount in major units, or for `in_stock` and `set` true or false (`set`: true). */
                    value?: string | number | boolean;
                }[];
            };
        };
        PriceRange: {
            min: number;
            max: number;
            currency: string;
        };
        Product: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example 85123A */
            sku: string;
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            description: string | null;
            category: string | null;
            /**
             * @description In major units of `currency`.
             * @example 2.55
             */
            price: number;
            /** @example GBP */
            currency: string;
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            image_url: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /** @description False for a product that is not sent, such as a gift card. */
            requires_shipping: boolean;
            weight_grams: number | null;
            /**
             * @description Tax class, which selects among the shop’s tax rates.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Whether consumers may withdraw, or why not.
             * @enum {string}
             */
            withdrawal: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Its units are gift cards, issued when their order is paid. */
            gift_card: boolean;
            /**
             * @description Of a gift card: how it is taxed.
             * @enum {string}
             */
            voucher: "multi" | "single";
            voucher_country: string | null;
            /** @description Units that can be bought now: on hand and not reserved. */
            available: number;
            brand: string | null;
            gtin: string | null;
            tags: string[];
            compare_at_price: number | null;
            lowest_price_30d: number | null;
            reduction: {
                /** @example 3.95 */
                from: number;
                /** @example 35 */
                percent: number;
            } | null;
            seo: {
                description: string | null;
                title: string | null;
            };
            unit_pricing: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description Name of the product in addresses.
             * @example white-hanging-heart
             */
            slug: string;
            group_id: string | null;
            /**
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position: number;
            /**
             * @description Grows with each change of the product, not with `available`.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        ProductGroup: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example Linen Shirt */
            name: string;
            /** @example linen-shirt */
            slug: string;
            description: string | null;
            category: string | null;
            brand: string | null;
            tags: string[];
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /**
             * @example [
             *       "Size",
             *       "Colour"
             *     ]
             */
            varies_by: string[];
            seo: {
                description: string | null;
                title: string | null;
            };
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            /** @example 20 */
            variant_count: number;
            price_range: components["schemas"]["PriceRange"] | null;
            /** @description Whether any variant can be bought now. */
            available: boolean;
            /**
             * @description Grows with each change of the group or of what it consists of.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        ProductGroupWithVariants: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example Linen Shirt */
            name: string;
            /** @example linen-shirt */
            slug: string;
            description: string | null;
            category: string | null;
            brand: string | null;
            tags: string[];
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /**
             * @example [
             *       "Size",
             *       "Colour"
             *     ]
             */
            varies_by: string[];
            seo: {
                description: string | null;
                title: string | null;
            };
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            /** @example 20 */
            variant_count: number;
            price_range: components["schemas"]["PriceRange"] | null;
            /** @description Whether any variant can be bought now. */
            available: boolean;
            /**
             * @description Grows with each change of the group or of what it consists of.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @description In their order. */
            variants: components["schemas"]["Variant"][];
        };
        ProductPage: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example 85123A */
            sku: string;
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            description: string | null;
            category: string | null;
            /**
             * @description In major units of `currency`.
             * @example 2.55
             */
            price: number;
            /** @example GBP */
            currency: string;
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            image_url: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /** @description False for a product that is not sent, such as a gift card. */
            requires_shipping: boolean;
            weight_grams: number | null;
            /**
             * @description Tax class, which selects among the shop’s tax rates.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Whether consumers may withdraw, or why not.
             * @enum {string}
             */
            withdrawal: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Its units are gift cards, issued when their order is paid. */
            gift_card: boolean;
            /**
             * @description Of a gift card: how it is taxed.
             * @enum {string}
             */
            voucher: "multi" | "single";
            voucher_country: string | null;
            /** @description Units that can be bought now: on hand and not reserved. */
            available: number;
            brand: string | null;
            gtin: string | null;
            tags: string[];
            compare_at_price: number | null;
            lowest_price_30d: number | null;
            reduction: {
                /** @example 3.95 */
                from: number;
                /** @example 35 */
                percent: number;
            } | null;
            seo: {
                description: string | null;
                title: string | null;
            };
            unit_pricing: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description Name of the product in addresses.
             * @example white-hanging-heart
             */
            slug: string;
            group_id: string | null;
            /**
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position: number;
            /**
             * @description Grows with each change of the product, not with `available`.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            group?: components["schemas"]["ProductPageGroup"];
            /** @description With `expand`: its category, or nothing. */
            breadcrumbs?: {
                /**
                 * @description As the filter `category` takes it.
                 * @example Kitchen
                 */
                name: string;
            }[];
            /** @description With `expand=related`, at most 8 that can be bought: what paid orders of the last 90 days had together with it, then the newest of its category. */
            related?: components["schemas"]["Card"][];
        };
        /** @description Of a variant with `expand=group`: the whole group. Of a slug without it: as on its card. */
        ProductPageGroup: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            name: string;
            slug: string | null;
            /** @description Active variants. */
            variant_count: number;
            price_range: components["schemas"]["PriceRange"];
            /** @description Whether any variant can be bought now. */
            available: boolean;
            /** Format: uuid */
            merchant_id?: string;
            description?: string | null;
            category?: string | null;
            brand?: string | null;
            tags?: string[];
            /** @description Those that are ready, in their order. */
            media?: components["schemas"]["Picture"][];
            /**
             * @example [
             *       "Size",
             *       "Colour"
             *     ]
             */
            varies_by?: string[];
            seo?: {
                description: string | null;
                title: string | null;
            };
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata?: {
                [key: string]: string;
            };
            /** @enum {string} */
            status?: "draft" | "active" | "archived";
            /**
             * @description Grows with each change of the group or of what it consists of.
             * @example 1
             */
            version?: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at?: string;
            options?: {
                /** @example Size */
                name: string;
                values: {
                    /** @example M */
                    value: string;
                    /** @description Whether a variant with it can be bought now. */
                    available: boolean;
                }[];
            }[];
            /** @description Those for sale, in their order. */
            variants?: components["schemas"]["Variant"][];
        };
        Profile: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            email: string | null;
            name: string | null;
            phone: string | null;
            /** @description False until the e-mail address is confirmed. */
            is_verified: boolean;
            /** @description True for a user who has not registered. */
            is_guest: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            pending_email: string | null;
            /** @description True if a sign-in needs a code. */
            has_two_factor: boolean;
            /**
             * @description Given if the hourly limit of mails to addresses that are not confirmed is reached (`MAIL_LIMITS`): all is done but the mail, which can be asked for again later.
             * @enum {string}
             */
            mail?: "limited";
        };
        ProfileChange: {
            /**
             * Format: idn-email
             * @description An e-mail address; compared without case, and with its domain in either form (`xn--…`).
             * @example ada@example.com
             */
            email?: string;
            name?: string | null;
            phone?: string | null;
            /**
             * Format: password
             * @description Required with `email`.
             * @example correct horse battery
             */
            current_password?: string;
        };
        Promotion: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example Summer sale */
            name: string;
            code: string | null;
            /** @description It has generated codes, and so is not automatic. */
            has_codes: boolean;
            /**
             * @description Codes generated so far.
             * @example 0
             */
            code_count: number;
            public: boolean;
            /**
             * @description `percentage` needs `percent`; `amount` needs `amount`; `free_shipping` takes off at most `max_shipping`; `buy_x_get_y` needs `buy` and `get`.
             * @enum {string}
             */
            kind: "percentage" | "amount" | "free_shipping" | "buy_x_get_y";
            percent: number | null;
            amount: number | null;
            each: boolean;
            max_discount: number | null;
            max_shipping: number | null;
            buy: {
                quantity: number;
                of: {
                    all?: boolean;
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                    except?: {
                        product_ids?: string[];
                        group_ids?: string[];
                        collection_ids?: string[];
                        categories?: string[];
                        tags?: string[];
                        brands?: string[];
                    };
                    not_on_sale?: boolean;
                };
            } | null;
            get: {
                quantity: number;
                of: {
                    all?: boolean;
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                    except?: {
                        product_ids?: string[];
                        group_ids?: string[];
                        collection_ids?: string[];
                        categories?: string[];
                        tags?: string[];
                        brands?: string[];
                    };
                    not_on_sale?: boolean;
                };
                percent: number;
            } | null;
            times_at_most: number | null;
            applies_to: {
                all?: boolean;
                product_ids?: string[];
                group_ids?: string[];
                collection_ids?: string[];
                categories?: string[];
                tags?: string[];
                brands?: string[];
                except?: {
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                };
                not_on_sale?: boolean;
            };
            minimum: {
                subtotal?: number;
                quantity?: number;
            } | null;
            customers: {
                new_only?: boolean;
                emails?: string[];
            } | null;
            usage_limit: number | null;
            per_customer_limit: number | null;
            starts_at: string | null;
            ends_at: string | null;
            combines: boolean;
            priority: number;
            /** @enum {string} */
            status: "active" | "paused" | "scheduled" | "ended";
            /**
             * @description Orders that have it, without cancelled ones.
             * @example 0
             */
            used_count: number;
            /** @example 1 */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        PromotionCode: {
            /** @example VIP-7K3M9QX2AB */
            code: string;
            /** @enum {string} */
            status: "unused" | "used" | "revoked";
            order_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        ProvenAddress: {
            /** @description Shops where the account has a role; empty for a customer. */
            merchants: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Lantern & Loom */
                name: string;
                /**
                 * @description `owner`, `manager`, `viewer`, `warehouse`, `support`, or the name of one of the shop’s own.
                 * @example manager
                 */
                role: string;
            }[];
        };
        Quote: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id: string;
            items: components["schemas"]["QuoteItem"][];
            /**
             * @description Sum of the items, before discounts.
             * @example 25.5
             */
            subtotal: number;
            discounts: components["schemas"]["OrderDiscount"][];
            /**
             * @description Sum of the items’ `discount`.
             * @example 2.55
             */
            discount_total: number;
            /**
             * @description What is paid for shipping.
             * @example 0
             */
            shipping_total: number;
            /**
             * @description What makes the total one that payments can charge; below 0 for less.
             * @example 0
             */
            rounding_total: number;
            /** @example 0 */
            tax_total: number;
            /** @description True: prices contain the tax. False: it is added to the total. */
            tax_included: boolean;
            tax_lines: components["schemas"]["TaxLine"][];
            /**
             * @description The charged total: `subtotal - discount_total + shipping_total + rounding_total`, and `tax_total` unless prices include it.
             * @example 22.95
             */
            total: number;
            expected_total: number | null;
            /** @example GBP */
            currency: string;
            email: string | null;
            shipping_address: components["schemas"]["Address"] | null;
            billing_address: components["schemas"]["Address"] | null;
            buyer_vat?: components["schemas"]["BuyerVat"];
            shipping_method: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Standard */
                name: string;
                /** @example 3.95 */
                price: number;
            } | null;
            /** @description To whom its gift cards are mailed; omitted: to the buyer. */
            gift?: {
                /** @example friend@example.com */
                email: string;
                message: string | null;
                send_at: string | null;
            };
            /** @description Given codes that do not apply; omitted if none was given. */
            discount_faults?: components["schemas"]["DiscountFault"][];
            /** @description Given codes that would apply, but another set of discounts saves more. */
            outdone?: string[];
            /** @description Methods for this address, weight and subtotal, cheapest first; empty if nothing is shipped. */
            shipping_options: components["schemas"]["ShippingOption"][];
            /** @description What each card would pay; with `gift_cards` in the body. */
            gift_cards?: components["schemas"]["QuotedGiftCard"][];
            /**
             * @description The rest to pay, less the tax that granted value saves; with `gift_cards` in the body.
             * @example 5.5
             */
            amount_due?: number;
        };
        QuoteCart: {
            /**
             * @description The total that the shopper saw. PRICE_CHANGED if it differs now.
             * @example 25.5
             */
            expected_total?: number;
            /**
             * Format: idn-email
             * @description Address for mails about the order. Default: the account’s address. Required for a guest’s order.
             * @example ada@example.com
             */
            email?: string;
            shipping_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `shipping_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_address_id?: string;
            billing_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `billing_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            billing_address_id?: string;
            /**
             * Format: uuid
             * @description One of the quote’s `shipping_options`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_method_id?: string;
            /** @description Codes of the shop’s promotions, compared by their letters and digits. DISCOUNT_UNAVAILABLE for one that does not apply, with the reasons in `details.discount_faults`; a quote answers them. A code that a better set of discounts outdoes is left out. Default: those of the cart. */
            discount_codes?: string[];
            /** @description To whom gift cards are mailed. Default: to the buyer. */
            gift?: {
                /**
                 * Format: idn-email
                 * @description The gift cards of the order are mailed to it.
                 * @example ada@example.com
                 */
                email: string;
                message?: string | null;
                send_at?: string | null;
            };
            vat_number?: string | null;
            /** @description Codes of gift cards, in the order in which they would pay. The quote says what each would pay. */
            gift_cards?: string[];
        };
        QuoteItem: {
            /**
             * @description Number of the item in its order, from 1.
             * @example 1
             */
            line: number;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 22423 */
            sku: string;
            /** @example Regency cakestand, 3 tier */
            name: string;
            /** @example 2 */
            quantity: number;
            /**
             * @description Price of one unit when the order was placed.
             * @example 12.75
             */
            price: number;
            /**
             * @description Price × quantity, before discounts.
             * @example 25.5
             */
            total: number;
            /**
             * @description What discounts take off the line.
             * @example 2.55
             */
            discount: number;
            /**
             * @description `total` less `discount`.
             * @example 22.95
             */
            paid: number;
            requires_shipping: boolean;
            /** @description Present only if true: staff has named it; no product has its `product_id`. */
            custom?: boolean;
            /** @description Present only if true: its units are gift cards. */
            gift_card?: boolean;
            image_url: string | null;
            slug: string | null;
            group_id: string | null;
            /**
             * @description Of a variant; of an order as they were when it was placed.
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /**
             * @description Units of the product that can be ordered when the line is read.
             * @example 37
             */
            available_quantity: number;
        };
        QuoteOrder: {
            /** @description Lines of one product are summed. */
            items: components["schemas"]["PlaceOrderItem"][];
            /**
             * @description The total that the shopper saw. PRICE_CHANGED if it differs now.
             * @example 25.5
             */
            expected_total?: number;
            /**
             * Format: idn-email
             * @description Address for mails about the order. Default: the account’s address. Required for a guest’s order.
             * @example ada@example.com
             */
            email?: string;
            shipping_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `shipping_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_address_id?: string;
            billing_address?: components["schemas"]["AddressInput"];
            /**
             * Format: uuid
             * @description Id of an address book entry, instead of `billing_address`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            billing_address_id?: string;
            /**
             * Format: uuid
             * @description One of the quote’s `shipping_options`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_method_id?: string;
            /** @description Codes of the shop’s promotions, compared by their letters and digits. DISCOUNT_UNAVAILABLE for one that does not apply, with the reasons in `details.discount_faults`; a quote answers them. A code that a better set of discounts outdoes is left out. Default: those of the cart. */
            discount_codes?: string[];
            /** @description To whom gift cards are mailed. Default: to the buyer. */
            gift?: {
                /**
                 * Format: idn-email
                 * @description The gift cards of the order are mailed to it.
                 * @example ada@example.com
                 */
                email: string;
                message?: string | null;
                send_at?: string | null;
            };
            vat_number?: string | null;
            /** @description Codes of gift cards, in the order in which they would pay. The quote says what each would pay. */
            gift_cards?: string[];
        };
        QuoteStaffOrder: {
            customer?: components["schemas"]["StaffOrderCustomer"];
            items?: components["schemas"]["StaffItem"][];
            /** @description What is no product; nothing is reserved or shipped. */
            custom_items?: components["schemas"]["CustomItem"][];
            discount?: components["schemas"]["StaffDiscount"];
            /** @description To whom gift cards are mailed. Default: to the buyer. */
            gift?: {
                /**
                 * Format: idn-email
                 * @description The gift cards of the order are mailed to it.
                 * @example ada@example.com
                 */
                email: string;
                message?: string | null;
                send_at?: string | null;
            };
            shipping_address?: components["schemas"]["AddressInput"];
            billing_address?: components["schemas"]["AddressInput"];
            vat_number?: string | null;
            /**
             * Format: uuid
             * @description One of the quote’s `shipping_options`.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            shipping_method_id?: string;
            shipping_method?: components["schemas"]["StaffShippingMethod"];
            note?: string | null;
            /**
             * Format: date-time
             * @description The units are reserved until then, and the order is cancelled unless it is paid. Default: 7 days.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at?: string;
            /** @description PRICE_CHANGED if it differs now. */
            expected_total?: number;
        };
        QuotedGiftCard: {
            /** @example 9F3A */
            last_four: string;
            /**
             * @description The charged total: `subtotal - discount_total + shipping_total + rounding_total`, and `tax_total` unless prices include it.
             * @example 22.95
             */
            amount: number;
        };
        Received: {
            /** @enum {boolean} */
            received: true;
        };
        ReceivedItem: {
            /**
             * @description Of the order’s item; or product_id.
             * @example 1
             */
            line?: number;
            /**
             * Format: uuid
             * @description Instead of line: its items are taken from the first one on.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id?: string;
            /** @example 1 */
            quantity: number;
            /** @enum {string} */
            condition: "resell" | "damaged" | "missing";
            /** @description Whether the refund puts them back on hand. Default: if for resale. */
            restock?: boolean;
        };
        RecordPayment: {
            /**
             * @description `manual`
             * @example manual
             */
            method: string;
            reference?: string | null;
            /**
             * @description Default: all that is due.
             * @example 12.75
             */
            amount?: number;
        };
        RecoverDeliveries: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            since: string;
            /**
             * Format: date-time
             * @description End of the range, excluded. Default: now.
             * @example 2026-11-21T12:00:00.000Z
             */
            until?: string;
        };
        Recovered: {
            /** @description Number of failed deliveries queued again, oldest first; at most 50,000. */
            requeued: number;
            /** @description True if more are left: send the request again. */
            has_more: boolean;
        };
        RecoveryCodes: {
            /** @description Each works once in place of a code. They are not shown again. */
            recovery_codes: string[];
        };
        RefreshRequest: {
            /** @example mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE */
            refresh_token: string;
        };
        Refund: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            order_id: string;
            /** @example 12.75 */
            amount: number;
            /** @example GBP */
            currency: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description How the money goes back. `provider`: by the payment provider. `store_credit` and `gift_card`: to the balance. `manual`: nobody moves it but the shop, which pays it back itself, as it was paid. `several`: `parts` say which. `none`: nothing was paid.
             * @enum {string}
             */
            destination: "provider" | "store_credit" | "gift_card" | "manual" | "several" | "none";
            items: {
                /**
                 * @description Of the order’s item.
                 * @example 1
                 */
                line: number;
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                product_id: string;
                /** @example 1 */
                quantity: number;
            }[];
            reason: string | null;
            /** @description What each payment gets back, the newest first. The refund has succeeded when all parts have. */
            parts: components["schemas"]["RefundPart"][];
            /** @description Its part of the order’s tax lines; omitted for refunds of earlier releases. */
            tax_lines?: components["schemas"]["TaxLine"][];
            /**
             * Format: uuid
             * @description The return that it is for; omitted without one.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            return_id?: string;
            /** @description Present only if true: it was added to the store credit, and has no parts. */
            store_credit?: boolean;
            /** @description Present only if true: an edit has made the order cheaper. It is no part of `refunded_total`: `total` and `amount_paid` are that much less. */
            edit?: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        RefundPart: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            payment_id: string;
            /** @example stripe */
            method: string;
            /** @example 12.75 */
            amount: number;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description How this part goes back.
             * @enum {string}
             */
            destination: "provider" | "store_credit" | "gift_card" | "manual";
        };
        RefundedItem: {
            /**
             * @description Of the order’s item; or product_id.
             * @example 1
             */
            line?: number;
            /**
             * Format: uuid
             * @description Instead of line: its items are taken from the first one on.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id?: string;
            /** @example 1 */
            quantity: number;
            /** @description Whether sent units are put back on hand. Default: true. */
            restock?: boolean;
        };
        RefundedOrder: {
            refund: components["schemas"]["Refund"];
            order: components["schemas"]["Order"];
        };
        Register: {
            /**
             * Format: idn-email
             * @description An e-mail address; compared without case, and with its domain in either form (`xn--…`).
             * @example ada@example.com
             */
            email: string;
            /**
             * Format: password
             * @description Not one of the 10,000 most common passwords, and not the e-mail address.
             * @example correct horse battery
             */
            password: string;
            name?: string | null;
            phone?: string | null;
        };
        RemovedMedia: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
        };
        RemovedProduct: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * @description `archived` if the product is in an order or a cart.
             * @enum {string}
             */
            outcome: "deleted" | "archived";
        };
        RemovedProductGroup: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @enum {string} */
            outcome: "deleted";
            /** @description Variants that were deleted. */
            deleted: number;
            /** @description Variants that an order has named, or a cart has: plain products now. */
            archived: number;
        };
        ReplaceProductGroup: {
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            /**
             * @description What its variants differ in, in order: 1 to 3 names, unique without case.
             * @example [
             *       "Size",
             *       "Colour"
             *     ]
             */
            varies_by: string[];
            slug?: string | null;
            description?: string | null;
            category?: string | null;
            brand?: string | null;
            tags?: string[] | null;
            media?: string[] | null;
            seo?: {
                description?: string | null;
                title?: string | null;
            } | null;
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * @description Default for a new product: active.
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            /**
             * @description All variants of the group. `position` left out: as given.
             * @example [
             *       {
             *         "sku": "SHIRT-M-RED",
             *         "options": {
             *           "Size": "M",
             *           "Colour": "Red"
             *         },
             *         "price": 39
             *       }
             *     ]
             */
            variants: {
                /**
                 * @description Unique within the merchant.
                 * @example 85123A
                 */
                sku: string;
                /**
                 * @description Of a variant: a value for exactly the options of its group.
                 * @example {
                 *       "Size": "M",
                 *       "Colour": "Red"
                 *     }
                 */
                options: {
                    [key: string]: string;
                };
                /**
                 * @description In major units of the merchant’s currency, with no more decimals than it has.
                 * @example 2.55
                 */
                price: number;
                /**
                 * @description Default for a new product: active.
                 * @enum {string}
                 */
                status?: "draft" | "active" | "archived";
                image_url?: string | null;
                media?: string[] | null;
                /** @description False for a product that is not sent, such as a download. Default: true. */
                requires_shipping?: boolean;
                weight_grams?: number | null;
                /**
                 * @description A word of lower-case letters, digits, hyphens and underscores.
                 * @example standard
                 */
                tax_class?: string;
                /**
                 * @description Whether consumers in the EU may withdraw, or why not (Directive 2011/83/EU, article 16). Default: allowed.
                 * @enum {string}
                 */
                withdrawal?: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
                /** @description Each unit is a gift card worth its price, issued when its order is paid and mailed. It is not shipped, in no promotion and no minimum, and not paid with stored value. Default: false. */
                gift_card?: boolean;
                /**
                 * @description Of a gift card (Directive 2006/112/EC, article 30b): `multi`, what it buys is taxed; `single`, the card is taxed when it is sold, by `tax_class` and `voucher_country`. Default: multi.
                 * @enum {string}
                 */
                voucher?: "multi" | "single";
                voucher_country?: string | null;
                gtin?: string | null;
                compare_at_price?: number | null;
                unit_pricing?: {
                    /**
                     * @example {
                     *       "value": 0.75,
                     *       "unit": "l"
                     *     }
                     */
                    measure: {
                        value: number;
                        /** @enum {string} */
                        unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                    };
                    /**
                     * @example {
                     *       "value": 1,
                     *       "unit": "l"
                     *     }
                     */
                    base: {
                        value: number;
                        /** @enum {string} */
                        unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                    };
                } | null;
                metadata?: {
                    [key: string]: string;
                } | null;
                /** @description Position in its group. */
                position?: number;
                /** @description Initial units on hand. Default: 0. */
                on_hand?: number;
            }[];
            /**
             * @description The `version` that is changed: 409 `CONFLICT` if there is another by now.
             * @example 1
             */
            expected_version?: number;
        };
        ReplaceTaxRates: {
            rates: components["schemas"]["TaxRateInput"][];
        };
        RepricedItem: {
            /**
             * @description Of the order’s item.
             * @example 1
             */
            line: number;
            /** @example 12.75 */
            price: number;
        };
        RequestReturn: {
            items: components["schemas"]["RequestedReturnItem"][];
            /**
             * @description Where the customer wants the refund: the payment if left out. The shop may use the payment anyway.
             * @enum {string}
             */
            refund_to?: "payment" | "store_credit";
        };
        RequestedReturnItem: {
            /**
             * @description Of the order’s item; or product_id.
             * @example 1
             */
            line?: number;
            /**
             * Format: uuid
             * @description Instead of line: its items are taken from the first one on.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id?: string;
            /** @example 1 */
            quantity: number;
            /** @enum {string} */
            reason: "too_small" | "too_large" | "damaged" | "wrong_item" | "not_as_described" | "changed_mind" | "other";
            note?: string | null;
        };
        ResendGiftCard: {
            /**
             * Format: idn-email
             * @description Default: the address of the card.
             * @example ada@example.com
             */
            email?: string;
        };
        Return: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            order_id: string;
            /** @example 261121-7K3M9Q */
            order_number: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id: string;
            email: string | null;
            customer_name: string | null;
            /** @enum {string} */
            kind: "return" | "withdrawal";
            /** @enum {string} */
            status: "requested" | "approved" | "declined" | "received" | "refunded" | "closed" | "cancelled";
            /** @description Statuses that the caller can change it to. */
            allowed_transitions: ("requested" | "approved" | "declined" | "received" | "refunded" | "closed" | "cancelled")[];
            items: components["schemas"]["ReturnItem"][];
            message: string | null;
            deduction: {
                /** @example 5 */
                amount: number;
                /** @example The box was missing */
                reason: string;
            } | null;
            refunds: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example 12.75 */
                amount: number;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @description Given as store credit. */
                store_credit: boolean;
                /**
                 * Format: date-time
                 * @example 2026-11-21T09:30:00.000Z
                 */
                created_at: string;
            }[];
            /** @example GBP */
            currency: string;
            refund_due_at: string | null;
            /**
             * @description What the customer has chosen.
             * @enum {string}
             */
            refund_to: "payment" | "store_credit";
            exchange_order_id: string | null;
            label_url: string | null;
            carrier: string | null;
            tracking_number: string | null;
            tracking_url: string | null;
            /** @example 1 */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            approved_at: string | null;
            received_at: string | null;
            ended_at: string | null;
        };
        ReturnDeduction: {
            /** @example 5 */
            amount: number;
            /** @example The box was missing */
            reason: string;
        };
        ReturnItem: {
            /**
             * @description Of the order’s item.
             * @example 1
             */
            line: number;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 22423 */
            sku: string;
            /** @example Regency cakestand, 3 tier */
            name: string;
            /**
             * @description Sent units, which come back.
             * @example 1
             */
            quantity: number;
            /**
             * @description Unsent units of a withdrawal, which were cancelled; their refund began at once.
             * @example 0
             */
            quantity_cancelled: number;
            reason: ("too_small" | "too_large" | "damaged" | "wrong_item" | "not_as_described" | "changed_mind" | "other") | null;
            note: string | null;
            quantity_received: number | null;
            condition: ("resell" | "damaged" | "missing") | null;
            restock: boolean | null;
        };
        Role: {
            /**
             * @description Of an own role a UUID; of a built-in one its name.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example Packing */
            name: string;
            /** @description True for a role that every shop has and nobody can change. */
            built_in: boolean;
            /**
             * @example [
             *       "orders.read",
             *       "orders.fulfil"
             *     ]
             */
            permissions: string[];
            /** @description Number of members with the role. */
            members: number;
            /** @description Number of invitations to the role. */
            invitations: number;
            created_at: string | null;
            updated_at: string | null;
        };
        /** @default {} */
        RotateSecret: {
            /**
             * Format: password
             * @description Default: a generated secret, `whsec_` and 32 random bytes in base64, as all libraries for Standard Webhooks take it. Of any other text the UTF-8 bytes are the key: `new Webhook(Buffer.from(secret), { format: 'raw' })`.
             */
            secret?: string;
        };
        SavedAddress: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @description True for at most one address. */
            is_default: boolean;
            /** @example Ada Lovelace */
            name: string;
            company: string | null;
            /** @example 12 St James’s Square */
            line1: string;
            line2: string | null;
            /** @example London */
            city: string;
            region: string | null;
            postal_code: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in capitals, or XK (Kosovo).
             * @example GB
             */
            country: string;
            phone: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        SellerAddress: {
            /** @example Friedrichstraße 1 */
            line1: string;
            line2: string | null;
            /** @example Berlin */
            city: string;
            region: string | null;
            postal_code: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example DE
             */
            country: string;
        };
        SellerAddressInput: {
            /** @example Friedrichstraße 1 */
            line1: string;
            line2?: string | null;
            /** @example Berlin */
            city: string;
            region?: string | null;
            postal_code?: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example DE
             */
            country: string;
        };
        /** @default {} */
        SendInvoice: {
            /**
             * @description Of one of several papers.
             * @example INV-CN-3
             */
            number?: string;
        };
        Service: {
            /** @example Commerce Platform API */
            name: string;
            /** @example 0.2.0 */
            version: string;
            links: {
                /** @example /docs */
                console: string;
                /** @example /docs */
                documentation: string;
                /** @example /docs */
                contract: string;
                /** @example /docs */
                health: string;
            };
        };
        Session: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            device_id: string;
            /** @description True for the session of this request. */
            current: boolean;
            merchant_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
        };
        SetCollectionProducts: {
            /** @description Of groups or products, in their order. A variant stands for its group. */
            ids: string[];
            /**
             * @description The `version` that is changed: 409 `CONFLICT` if the collection has another by now.
             * @example 1
             */
            expected_version?: number;
        };
        SetItem: {
            /**
             * @description Of the order’s item.
             * @example 1
             */
            line: number;
            /** @example 2 */
            quantity: number;
        };
        ShippingMethod: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example Royal Mail Tracked 48 */
            name: string;
            description: string | null;
            countries: string[] | null;
            /**
             * @description In major units of the merchant’s currency, with no more decimals than it has.
             * @example 3.99
             */
            price: number;
            free_from: number | null;
            min_weight_grams: number | null;
            max_weight_grams: number | null;
            /**
             * @description Position in the list, and among methods of one price.
             * @example 0
             */
            position: number;
            /** @description Whether orders may use it. */
            active: boolean;
            regions?: string[] | null;
            postal_codes?: string[] | null;
        };
        ShippingOption: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example Standard */
            name: string;
            description: string | null;
            /**
             * @description For this order; 0 where it is free.
             * @example 3.95
             */
            price: number;
        };
        Shop: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example demo-shop */
            slug: string;
            /** @example Demo Shop */
            name: string;
            logo: components["schemas"]["Picture"] | null;
            /** @description Languages of the shop’s texts, of BCP 47; the first is the default. */
            locales: string[];
            /** @example GBP */
            currency: string;
            /**
             * @description Decimals of amounts in `currency`, by ISO 4217: HUF 2, JPY 0, KWD 3. Give them to what formats amounts: browsers and Node.js round some currencies to fewer.
             * @example 2
             */
            currency_digits: number;
            country: string | null;
            prices_include_tax: boolean;
            /** @description What its taxes are called, the first 20 in the order of its table. */
            tax_names: string[];
            /** @description Where it ships to, at least in part: ISO 3166-1 alpha-2, or XK, in the order of the alphabet. All of them for a shop without shipping methods that asks for none. */
            countries: string[];
            payment_methods: components["schemas"]["PaymentMethod"][];
            support_email: string | null;
            withdrawal: boolean | null;
            return_days: number | null;
        };
        SignedIn: {
            /** @enum {boolean} */
            success: true;
            access_token: string;
            data: {
                /** @description A JWT; send it as the `access-token` header. */
                access_token: string;
                /** @description Valid for one use at POST /user/token/refresh. */
                refresh_token: string;
                /**
                 * @description Lifetime of the access token in seconds.
                 * @example 86400
                 */
                expires_in: number;
                user: components["schemas"]["User"];
                /**
                 * @description Given if the hourly limit of mails to addresses that are not confirmed is reached (`MAIL_LIMITS`): all is done but the mail, which can be asked for again later.
                 * @enum {string}
                 */
                mail?: "limited";
                /** @description Made for a guest opened by the key of a storefront without `device-id`: send it with the token. */
                device_id?: string;
            };
        };
        StaffChange: {
            /**
             * @description `owner` may do all, `manager` all but staff and keys, `viewer` reads, `warehouse` sends and counts, `support` helps customers; or the id, or the name, of one of the shop’s own (`GET /admin/roles`).
             * @example viewer
             */
            role: string;
        };
        /** @description Off all items, after all promotions. */
        StaffDiscount: {
            /** @example 10 */
            percent?: number;
            /** @example 5 */
            amount?: number;
            /**
             * @description Its name in the order.
             * @example Scratched
             */
            reason: string;
        };
        StaffItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 2 */
            quantity: number;
            /**
             * @description Of one unit, instead of that of the catalog.
             * @example 12.75
             */
            price?: number;
        };
        StaffMember: {
            /**
             * Format: uuid
             * @description User id of a member, or id of an invitation.
             */
            id: string;
            user_id: string | null;
            /** @example grace@example.com */
            email: string;
            name: string | null;
            /**
             * @description `owner`, `manager`, `viewer`, `warehouse`, `support`, or the name of one of the shop’s own.
             * @example viewer
             */
            role: string;
            /**
             * @description Of an own role a UUID; of a built-in one its name.
             * @example viewer
             */
            role_id: string;
            /**
             * @description State: a member, or an invitation not accepted yet.
             * @enum {unknown}
             */
            status: "active" | "invited";
            /** @description Whether the member has confirmed the e-mail address. */
            is_verified: boolean;
            /** @description Expiry of an invitation; null for members. */
            expires_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * @description Given if the hourly limit of mails to addresses that are not confirmed is reached (`MAIL_LIMITS`): all is done but the mail, which can be asked for again later.
             * @enum {string}
             */
            mail?: "limited";
        };
        StaffOrder: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id: string;
            /**
             * @description Readable number, unique per merchant.
             * @example 261121-7K3M9Q
             */
            order_number: string;
            /**
             * @description Who has placed it.
             * @enum {string}
             */
            source: "storefront" | "staff" | "agent";
            /** @enum {string} */
            status: "pending" | "paid" | "processing" | "completed" | "cancelled";
            /** @enum {string} */
            payment_status: "unpaid" | "failed" | "partially_paid" | "paid" | "partially_refunded" | "refunded";
            /** @enum {string} */
            fulfillment_status: "unfulfilled" | "partially_fulfilled" | "fulfilled";
            /** @description Statuses that the caller can change the order to. Paying has its own endpoint. */
            allowed_transitions: ("pending" | "paid" | "processing" | "completed" | "cancelled")[];
            /**
             * @description Sum of the items, before discounts.
             * @example 25.5
             */
            subtotal: number;
            discounts: components["schemas"]["OrderDiscount"][];
            /**
             * @description Sum of the items’ `discount`.
             * @example 2.55
             */
            discount_total: number;
            /**
             * @description What is paid for shipping.
             * @example 0
             */
            shipping_total: number;
            /**
             * @description What makes the total one that payments can charge; below 0 for less.
             * @example 0
             */
            rounding_total: number;
            /** @example 0 */
            tax_total: number;
            /** @description True: prices contain the tax. False: it is added to the total. */
            tax_included: boolean;
            tax_lines: components["schemas"]["TaxLine"][];
            /**
             * @description The charged total: `subtotal - discount_total + shipping_total + rounding_total`, and `tax_total` unless prices include it.
             * @example 22.95
             */
            total: number;
            /**
             * @description What was paid with granted value or single-purpose vouchers: it lowers `tax_lines`, and `total` by added tax. Omitted if nothing was.
             * @example 10
             */
            untaxed_total?: number;
            /**
             * @description Sum of the successful payments, less what edits gave back.
             * @example 25.5
             */
            amount_paid: number;
            /**
             * @description What is left to pay; 0 for a cancelled order.
             * @example 0
             */
            amount_due: number;
            /** @example 0 */
            refunded_total: number;
            /** @example GBP */
            currency: string;
            items: components["schemas"]["OrderItem"][];
            email: string | null;
            phone: string | null;
            shipping_address: components["schemas"]["Address"] | null;
            billing_address: components["schemas"]["Address"] | null;
            buyer_vat?: components["schemas"]["BuyerVat"];
            shipping_method: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Standard */
                name: string;
                /** @example 3.95 */
                price: number;
            } | null;
            /** @description To whom its gift cards are mailed; omitted: to the buyer. */
            gift?: {
                /** @example friend@example.com */
                email: string;
                message: string | null;
                send_at: string | null;
            };
            fulfillments: components["schemas"]["Fulfillment"][];
            refunds: components["schemas"]["Refund"][];
            /**
             * @description Grows with each change of the order.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Of an order by staff, which is cancelled then unless it is paid, and of an unpaid edit.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at?: string;
            paid_at: string | null;
            completed_at: string | null;
            cancelled_at: string | null;
            cancel_reason: ("requested_by_customer" | "requested_by_merchant" | "payment_window_expired" | "released") | null;
            /** @description As the shop knows them now; without name and e-mail once the account is erased. */
            customer: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                name: string | null;
                email: string | null;
            };
            note: string | null;
            /** @description Of staff; shoppers and receivers of events never see them. */
            tags: string[];
            assignee_id: string | null;
            assignee: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                name: string | null;
            } | null;
        };
        StaffOrderCustomer: {
            /**
             * Format: uuid
             * @description A customer of the shop.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id?: string;
            /**
             * Format: idn-email
             * @description Instead: the customer of the shop with this address, or a new one. Mails about the order go to it. Whether it has an account elsewhere is not told; an account sees the order once it has confirmed it.
             * @example ada@example.com
             */
            email?: string;
            /**
             * @description As the shop knows them; an account has its own.
             * @example Ada Lovelace
             */
            name?: string;
        };
        StaffShippingMethod: {
            /** @example Van of the shop */
            name: string;
            /** @example 5 */
            price: number;
        };
        StaffUser: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            email: string | null;
            name: string | null;
            phone: string | null;
            /** @description False until the e-mail address is confirmed. */
            is_verified: boolean;
            /** @description True for a user who has not registered. */
            is_guest: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Send it as the `merchant-id` header.
             */
            merchant_id: string;
            /**
             * @description `owner`, `manager`, `viewer`, `warehouse`, `support`, or the name of one of the shop’s own.
             * @example manager
             */
            role: string;
            /**
             * @description Current permissions of the role, which may change during the session.
             * @example [
             *       "orders.read",
             *       "orders.fulfil"
             *     ]
             */
            permissions: string[];
        };
        StockChange: {
            /**
             * @description On hand before.
             * @example 40
             */
            previous_quantity: number;
            /**
             * @description On hand now.
             * @example 38
             */
            current_quantity: number;
            /** @example 3 */
            reserved: number;
            /** @example 35 */
            available: number;
            /**
             * @description Grows with each change of the product’s stock.
             * @example 2
             */
            version: number;
        };
        StockMovement: {
            /** @description Counts the product’s movements from 1, in the order they took effect. */
            number: number;
            /** @enum {string} */
            type: "opening" | "adjustment" | "import" | "order_placed" | "order_cancelled" | "order_completed" | "order_fulfilled" | "refund_cancelled" | "refund_returned";
            reason: string | null;
            on_hand_change: number;
            reserved_change: number;
            on_hand_after: number;
            reserved_after: number;
            order_id: string | null;
            actor_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            counted_at: string | null;
        };
        StockProduct: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            sku: string;
            name: string;
        };
        StockUpdate: {
            /**
             * @description A new count. Either this or `adjust`.
             * @example 40
             */
            on_hand?: number;
            /**
             * Format: date-time
             * @description When `on_hand` was counted, at most 400 days ago; left out: now. What was sent, returned or adjusted since is added to the count. 409 if there is a later count.
             * @example 2026-11-21T09:30:00.000Z
             */
            counted_at?: string;
            /** @description Units to add; negative to take away. */
            adjust?: number;
            reason?: string | null;
        };
        StoreCredit: {
            /** @example 15 */
            balance: number;
            /** @example GBP */
            currency: string;
            /** @description The newest first, up to 1,000. */
            ledger: components["schemas"]["LedgerEntry"][];
        };
        Suggestions: {
            /** @description The best 5 of a search. */
            products: components["schemas"]["Card"][];
            /** @description At most 5: first those whose names have the words, then those of `products`. */
            categories: {
                /**
                 * @description As the filter `category` takes it.
                 * @example Lighting
                 */
                name: string;
            }[];
            /** @description At most 3 texts, if a word is not known; each finds products. The nearest first. */
            corrections: string[];
        };
        TaxLine: {
            /** @example VAT */
            name: string;
            /**
             * @description Percent.
             * @example 20
             */
            rate: number;
            /**
             * @description The amount that the rate applies to; includes the tax if prices do.
             * @example 25.5
             */
            taxable: number;
            /** @example 4.25 */
            amount: number;
            /** @description Present only if true: the tax also applies to the taxes before it. */
            compound?: boolean;
            /**
             * @description Reason for no tax: the buyer owes it.
             * @enum {string}
             */
            reason?: "reverse_charge";
        };
        TaxRate: {
            /**
             * @description ISO 3166-1 alpha-2, in capitals.
             * @example GB
             */
            country: string;
            region: string | null;
            /**
             * @description A word of lower-case letters, digits, hyphens and underscores.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Name that orders show.
             * @example VAT
             */
            name: string;
            /**
             * @description Percent, with up to four decimals.
             * @example 20
             */
            rate: number;
            postal_codes?: string[] | null;
            /** @description Applies to the price plus the non-compound taxes of this place and the compound ones above. */
            compound?: boolean;
        };
        TaxRateInput: {
            /**
             * @description ISO 3166-1 alpha-2, in capitals.
             * @example GB
             */
            country: string;
            region?: string | null;
            /**
             * @description A word of lower-case letters, digits, hyphens and underscores.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Name that orders show.
             * @example VAT
             */
            name: string;
            /**
             * @description Percent, with up to four decimals.
             * @example 20
             */
            rate: number;
            postal_codes?: string[] | null;
            /** @description Applies to the price plus the non-compound taxes of this place and the compound ones above. */
            compound?: boolean;
        };
        TaxRates: {
            rates: components["schemas"]["TaxRate"][];
        };
        /** @default {} */
        TestWebhook: {
            /**
             * @example order.created
             * @enum {string}
             */
            event?: "user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned";
        };
        TokenPair: {
            /** @description A JWT; send it as the `access-token` header. */
            access_token: string;
            /** @description Valid for one use at POST /user/token/refresh. */
            refresh_token: string;
            /**
             * @description Lifetime of the access token in seconds.
             * @example 86400
             */
            expires_in: number;
        };
        /** @default {} */
        TwoFactorBegin: {
            /**
             * Format: password
             * @example correct horse battery
             */
            current_password?: string;
        };
        TwoFactorConfirm: {
            /**
             * @description Six digits of the authenticator; where a second factor is on, also a recovery code.
             * @example 492039
             */
            code: string;
        };
        TwoFactorLogin: {
            /**
             * @description From `details.challenge` of TWO_FACTOR_REQUIRED.
             * @example mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE
             */
            challenge: string;
            /**
             * @description Six digits of the authenticator; where a second factor is on, also a recovery code.
             * @example 492039
             */
            code: string;
        };
        TwoFactorRemove: {
            /**
             * Format: password
             * @example correct horse battery
             */
            current_password: string;
            /**
             * @description Six digits of the authenticator; where a second factor is on, also a recovery code.
             * @example 492039
             */
            code: string;
        };
        TwoFactorSecret: {
            /**
             * @description Base 32, to type in.
             * @example JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
             */
            secret: string;
            /** @description The secret as a URI, for a QR code. */
            otpauth_uri: string;
        };
        UpdateCollection: {
            /** @example Summer */
            name?: string;
            /**
             * @description Lower-case words with hyphens between, unique among the shop’s collections. Made of the name.
             * @example summer
             */
            slug?: string;
            description?: string | null;
            media?: string[] | null;
            seo?: {
                description?: string | null;
                title?: string | null;
            };
            /**
             * @description Default for a new product: active.
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            /**
             * @description `manual`: as its products were put in. Left out: `manual`, or with rules `newest`.
             * @enum {string}
             */
            sort?: "manual" | "newest" | "price_asc" | "price_desc" | "name";
            rules?: {
                /** @enum {string} */
                match: "all" | "any";
                conditions: {
                    /** @enum {string} */
                    field: "category" | "tag" | "brand" | "price" | "compare_at_price" | "in_stock" | "name";
                    /** @enum {string} */
                    operator: "is" | "is_not" | "contains" | "above" | "below" | "set";
                    /** @description Text, an amount in major units, or for `in_stock` and `set` true or false (`set`: true). */
                    value?: string | number | boolean;
                }[];
            } | null;
            /**
             * @description The `version` that is changed: 409 `CONFLICT` if the collection has another by now.
             * @example 1
             */
            expected_version?: number;
        };
        UpdateFulfillment: {
            carrier?: string | null;
            tracking_number?: string | null;
            tracking_url?: string | null;
            delivered_at?: string | null;
        };
        UpdateMedia: {
            alt?: string | null;
        };
        UpdateOrder: {
            /** @enum {string} */
            status?: "pending" | "paid" | "processing" | "completed" | "cancelled";
            note?: string | null;
            /**
             * Format: idn-email
             * @description Mails about the order go to it from now on.
             * @example ada@example.com
             */
            email?: string;
            phone?: string | null;
            shipping_address?: components["schemas"]["AddressInput"];
            billing_address?: components["schemas"]["AddressInput"] | null;
            /** @description All tags that the order has then; for staff only. Tags that differ only in case are one. */
            tags?: string[];
            assignee_id?: string | null;
            /**
             * @description The `version` that is changed: 409 `CONFLICT` if there is another by now.
             * @example 1
             */
            expected_version?: number;
        };
        UpdateProduct: {
            /**
             * @description Unique within the merchant.
             * @example 85123A
             */
            sku?: string;
            /** @example White Hanging Heart T-Light Holder */
            name?: string;
            description?: string | null;
            category?: string | null;
            /**
             * @description In major units of the merchant’s currency, with no more decimals than it has.
             * @example 2.55
             */
            price?: number;
            /**
             * @description Default for a new product: active.
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            image_url?: string | null;
            media?: string[] | null;
            /** @description False for a product that is not sent, such as a download. Default: true. */
            requires_shipping?: boolean;
            weight_grams?: number | null;
            /**
             * @description A word of lower-case letters, digits, hyphens and underscores.
             * @example standard
             */
            tax_class?: string;
            /**
             * @description Whether consumers in the EU may withdraw, or why not (Directive 2011/83/EU, article 16). Default: allowed.
             * @enum {string}
             */
            withdrawal?: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Each unit is a gift card worth its price, issued when its order is paid and mailed. It is not shipped, in no promotion and no minimum, and not paid with stored value. Default: false. */
            gift_card?: boolean;
            /**
             * @description Of a gift card (Directive 2006/112/EC, article 30b): `multi`, what it buys is taxed; `single`, the card is taxed when it is sold, by `tax_class` and `voucher_country`. Default: multi.
             * @enum {string}
             */
            voucher?: "multi" | "single";
            voucher_country?: string | null;
            brand?: string | null;
            gtin?: string | null;
            tags?: string[] | null;
            compare_at_price?: number | null;
            seo?: {
                description?: string | null;
                title?: string | null;
            } | null;
            unit_pricing?: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            metadata?: {
                [key: string]: string;
            } | null;
            slug?: string | null;
            group_id?: string | null;
            /**
             * @description Of a variant: a value for exactly the options of its group.
             * @example {
             *       "Size": "M",
             *       "Colour": "Red"
             *     }
             */
            options?: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position?: number;
            /**
             * @description The `version` that is changed: 409 `CONFLICT` if there is another by now.
             * @example 1
             */
            expected_version?: number;
        };
        UpdateProductGroup: {
            /** @example White Hanging Heart T-Light Holder */
            name?: string;
            /**
             * @description What its variants differ in, in order: 1 to 3 names, unique without case.
             * @example [
             *       "Size",
             *       "Colour"
             *     ]
             */
            varies_by?: string[];
            /**
             * @description New names of options, by the old ones; `varies_by` and `variants` are read after it.
             * @example {
             *       "Color": "Colour"
             *     }
             */
            rename?: {
                [key: string]: string;
            };
            /** @description Other values of options: of an option that is added, of every variant. */
            variants?: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /**
                 * @description Of a variant: a value for exactly the options of its group.
                 * @example {
                 *       "Size": "M",
                 *       "Colour": "Red"
                 *     }
                 */
                options: {
                    [key: string]: string;
                };
            }[];
            slug?: string | null;
            description?: string | null;
            category?: string | null;
            brand?: string | null;
            tags?: string[] | null;
            media?: string[] | null;
            seo?: {
                description?: string | null;
                title?: string | null;
            } | null;
            metadata?: {
                [key: string]: string;
            } | null;
            /**
             * @description Default for a new product: active.
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            /**
             * @description The `version` that is changed: 409 `CONFLICT` if there is another by now.
             * @example 1
             */
            expected_version?: number;
        };
        UpdatePromotion: {
            /** @example Summer sale */
            name?: string;
            /**
             * @description `percentage` needs `percent`; `amount` needs `amount`; `free_shipping` takes off at most `max_shipping`; `buy_x_get_y` needs `buy` and `get`.
             * @enum {string}
             */
            kind?: "percentage" | "amount" | "free_shipping" | "buy_x_get_y";
            /** @description Letters, digits, blanks and punctuation. Two codes are the same if their letters and digits are: `SAVE 10` is `save-10`. Null: automatic, unless it has generated codes. */
            code?: string | null;
            /** @description The code is announced to everybody. */
            public?: boolean;
            percent?: number | null;
            amount?: number | null;
            /**
             * @description Of `amount`: off each unit, not off the whole.
             * @example false
             */
            each?: boolean;
            max_discount?: number | null;
            max_shipping?: number | null;
            buy?: {
                /** @example 1 */
                quantity: number;
                /**
                 * @description `{all: true}`, or the products that one of the lists names, without those that `except` names.
                 * @example {
                 *       "all": true
                 *     }
                 */
                of: {
                    /** @enum {boolean} */
                    all?: true;
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                    except?: {
                        product_ids?: string[];
                        group_ids?: string[];
                        collection_ids?: string[];
                        categories?: string[];
                        tags?: string[];
                        brands?: string[];
                    };
                    /**
                     * @description Leaves out products that have a `compare_at_price`.
                     * @example false
                     */
                    not_on_sale?: boolean;
                };
            } | null;
            get?: {
                /** @example 1 */
                quantity: number;
                /**
                 * @description `{all: true}`, or the products that one of the lists names, without those that `except` names.
                 * @example {
                 *       "all": true
                 *     }
                 */
                of: {
                    /** @enum {boolean} */
                    all?: true;
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                    except?: {
                        product_ids?: string[];
                        group_ids?: string[];
                        collection_ids?: string[];
                        categories?: string[];
                        tags?: string[];
                        brands?: string[];
                    };
                    /**
                     * @description Leaves out products that have a `compare_at_price`.
                     * @example false
                     */
                    not_on_sale?: boolean;
                };
                /**
                 * @description With at most two decimals.
                 * @example 10
                 */
                percent?: number;
            } | null;
            times_at_most?: number | null;
            /**
             * @description `{all: true}`, or the products that one of the lists names, without those that `except` names.
             * @example {
             *       "all": true
             *     }
             */
            applies_to?: {
                /** @enum {boolean} */
                all?: true;
                product_ids?: string[];
                group_ids?: string[];
                collection_ids?: string[];
                categories?: string[];
                tags?: string[];
                brands?: string[];
                except?: {
                    product_ids?: string[];
                    group_ids?: string[];
                    collection_ids?: string[];
                    categories?: string[];
                    tags?: string[];
                    brands?: string[];
                };
                /**
                 * @description Leaves out products that have a `compare_at_price`.
                 * @example false
                 */
                not_on_sale?: boolean;
            };
            minimum?: {
                /** @example 7 */
                subtotal?: number;
                /** @example 1 */
                quantity?: number;
            } | null;
            customers?: {
                new_only?: boolean;
                emails?: string[];
            } | null;
            usage_limit?: number | null;
            per_customer_limit?: number | null;
            starts_at?: string | null;
            ends_at?: string | null;
            /**
             * @description It may stand beside others that combine.
             * @example false
             */
            combines?: boolean;
            /** @description The higher one wins a tie. */
            priority?: number;
            /** @enum {string} */
            status?: "active" | "paused";
            /**
             * @description The `version` that is changed: 409 `CONFLICT` if the promotion has another by now.
             * @example 1
             */
            expected_version?: number;
        };
        UpdateReturn: {
            /** @enum {string} */
            status?: "approved" | "declined" | "received" | "closed";
            message?: string | null;
            /** @description What came, with `status: "received"`. Default: everything, for resale. Unnamed items are missing. */
            items?: components["schemas"]["ReceivedItem"][];
            /**
             * @description `full`: what the received units cost, less the deduction; of an approved return all units, which the customer keeps. `amount`: this amount. `store_credit`: as `full`, given as store credit, if the customer chose it. `none`: closes it without a refund.
             * @enum {string}
             */
            refund?: "full" | "amount" | "store_credit" | "none";
            /** @example 12.75 */
            amount?: number;
            deduction?: components["schemas"]["ReturnDeduction"] | null;
            /** @description What the customer gets instead, once the return is approved: variants of the same group, as many units as come back, at the price of the order. An order by staff reserves them; what the return gives back pays it. */
            exchange?: components["schemas"]["ExchangedItem"][];
            label_url?: string | null;
            carrier?: string | null;
            tracking_number?: string | null;
            tracking_url?: string | null;
        };
        UpdateShippingMethod: {
            /** @example Royal Mail Tracked 48 */
            name?: string;
            description?: string | null;
            countries?: string[] | null;
            /**
             * @description In major units of the merchant’s currency, with no more decimals than it has.
             * @example 3.99
             */
            price?: number;
            free_from?: number | null;
            min_weight_grams?: number | null;
            max_weight_grams?: number | null;
            /**
             * @description Position in the list, and among methods of one price.
             * @example 0
             */
            position?: number;
            /** @description Whether orders may use it. */
            active?: boolean;
            regions?: string[] | null;
            postal_codes?: string[] | null;
        };
        UpdateWebhook: {
            /**
             * @description Absolute and https, without credentials or fragment, with a public host. In development private hosts are accepted too, and plain http for loopback hosts.
             * @example https://example.com/hooks
             */
            url?: string;
            /** @description Names, groups (`order.*`) or `*`. Duplicates are removed. */
            events?: ("user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned" | "user.*" | "order.*" | "product.*" | "inventory.*" | "cart.*" | "*")[];
            /**
             * @description False cancels waiting deliveries; true clears `disabled_reason`.
             * @example true
             */
            active?: boolean;
            description?: string | null;
            /**
             * @description Retry period: the five specified retries, or hourly for three days after them.
             * @example specified
             * @enum {string}
             */
            retry_for?: "specified" | "3 days";
        };
        User: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            email: string | null;
            name: string | null;
            phone: string | null;
            /** @description False until the e-mail address is confirmed. */
            is_verified: boolean;
            /** @description True for a user who has not registered. */
            is_guest: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        Variant: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example 85123A */
            sku: string;
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            /**
             * @description In major units of `currency`.
             * @example 2.55
             */
            price: number;
            /** @example GBP */
            currency: string;
            /** @enum {string} */
            status: "draft" | "active" | "archived";
            image_url: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /** @description False for a product that is not sent, such as a gift card. */
            requires_shipping: boolean;
            weight_grams: number | null;
            /**
             * @description Tax class, which selects among the shop’s tax rates.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Whether consumers may withdraw, or why not.
             * @enum {string}
             */
            withdrawal: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Its units are gift cards, issued when their order is paid. */
            gift_card: boolean;
            /**
             * @description Of a gift card: how it is taxed.
             * @enum {string}
             */
            voucher: "multi" | "single";
            voucher_country: string | null;
            /** @description Units that can be bought now: on hand and not reserved. */
            available: number;
            gtin: string | null;
            compare_at_price: number | null;
            lowest_price_30d: number | null;
            reduction: {
                /** @example 3.95 */
                from: number;
                /** @example 35 */
                percent: number;
            } | null;
            unit_pricing: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            group_id: string | null;
            /**
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position: number;
            /**
             * @description Grows with each change of the product, not with `available`.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
        };
        VerifyEmail: {
            /**
             * @description From the mailed link, after `#token=`.
             * @example mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE
             */
            token: string;
        };
        Webhook: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example https://example.com/hooks */
            url: string;
            /** @description As sent: event names, groups or `*`. */
            events: ("user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned" | "user.*" | "order.*" | "product.*" | "inventory.*" | "cart.*" | "*")[];
            /** @description Deliveries are created and sent only while this is true. */
            active: boolean;
            description: string | null;
            /**
             * @description Retry period: the five specified retries, or hourly for three days after them.
             * @example specified
             * @enum {string}
             */
            retry_for: "specified" | "3 days";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            disabled_reason: string | null;
        };
        WebhookWithSecret: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @example https://example.com/hooks */
            url: string;
            /** @description As sent: event names, groups or `*`. */
            events: ("user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned" | "user.*" | "order.*" | "product.*" | "inventory.*" | "cart.*" | "*")[];
            /** @description Deliveries are created and sent only while this is true. */
            active: boolean;
            description: string | null;
            /**
             * @description Retry period: the five specified retries, or hourly for three days after them.
             * @example specified
             * @enum {string}
             */
            retry_for: "specified" | "3 days";
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            disabled_reason: string | null;
            /**
             * @description Key that signs the deliveries. No other answer contains it.
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            secret: string;
        };
        /** @default {} */
        WithdrawFromOrder: {
            /** @description Default: everything that can be withdrawn from. Lines of one item are summed. */
            items?: components["schemas"]["WithdrawnItem"][];
        };
        Withdrawal: {
            available: boolean;
            until: string | null;
            /** @description Units that can be withdrawn from. */
            items: {
                /** @example 1 */
                line: number;
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                product_id: string;
                /** @example 1 */
                quantity: number;
            }[];
        };
        WithdrawnItem: {
            /**
             * @description Of the order’s item; or product_id.
             * @example 1
             */
            line?: number;
            /**
             * Format: uuid
             * @description Instead of line: its items are taken from the first one on.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id?: string;
            /** @example 1 */
            quantity: number;
        };
        WithdrawnOrder: {
            return: components["schemas"]["Return"];
            order: components["schemas"]["Order"];
        };
    };
    responses: {
        /** @description Conflict: `CONFLICT` */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "CONFLICT",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        ConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "CONFLICT",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `EMAIL_TAKEN`, `CONFLICT` */
        EmailTakenOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "EMAIL_TAKEN",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "EMAIL_TAKEN" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `EMAIL_TAKEN`, `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        EmailTakenOrConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "EMAIL_TAKEN",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "EMAIL_TAKEN" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `GIFT_CARD_UNAVAILABLE` */
        GiftCardUnavailable: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "GIFT_CARD_UNAVAILABLE",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "GIFT_CARD_UNAVAILABLE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `IDEMPOTENCY_IN_PROGRESS` */
        IdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "IDEMPOTENCY_IN_PROGRESS",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unprocessable Entity: `IDEMPOTENCY_KEY_REUSED` */
        IdempotencyKeyReused: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "IDEMPOTENCY_KEY_REUSED",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "IDEMPOTENCY_KEY_REUSED";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Forbidden: `INSUFFICIENT_PERMISSIONS`, `MERCHANT_ACCESS_DENIED` */
        InsufficientPermissionsOrMerchantAccessDenied: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_PERMISSIONS",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_PERMISSIONS" | "MERCHANT_ACCESS_DENIED";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Forbidden: `INSUFFICIENT_PERMISSIONS`, `MERCHANT_ACCESS_DENIED`, `TWO_FACTOR_SETUP_REQUIRED` */
        InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_PERMISSIONS",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_PERMISSIONS" | "MERCHANT_ACCESS_DENIED" | "TWO_FACTOR_SETUP_REQUIRED";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INSUFFICIENT_STOCK`, `CONFLICT` */
        InsufficientStockOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_STOCK",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_STOCK" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INSUFFICIENT_STOCK`, `INVALID_TRANSITION`, `REFUND_TOO_LARGE` */
        InsufficientStockOrInvalidTransitionOrRefundTooLarge: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_STOCK",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_STOCK" | "INVALID_TRANSITION" | "REFUND_TOO_LARGE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INSUFFICIENT_STOCK`, `INVALID_TRANSITION`, `SHIPPING_UNAVAILABLE`, `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        InsufficientStockOrInvalidTransitionOrShippingUnavailableOrConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_STOCK",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_STOCK" | "INVALID_TRANSITION" | "SHIPPING_UNAVAILABLE" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INSUFFICIENT_STOCK`, `ORDER_LIMIT`, `PRICE_CHANGED`, `DISCOUNT_UNAVAILABLE`, `SHIPPING_UNAVAILABLE` */
        InsufficientStockOrOrderLimitOrPriceChangedOrDiscountUnavailableOrShippingUnavailable: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_STOCK",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_STOCK" | "ORDER_LIMIT" | "PRICE_CHANGED" | "DISCOUNT_UNAVAILABLE" | "SHIPPING_UNAVAILABLE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INSUFFICIENT_STOCK`, `ORDER_LIMIT`, `PRICE_CHANGED`, `DISCOUNT_UNAVAILABLE`, `SHIPPING_UNAVAILABLE`, `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        InsufficientStockOrOrderLimitOrPriceChangedOrDiscountUnavailableOrShippingUnavailableOrConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_STOCK",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_STOCK" | "ORDER_LIMIT" | "PRICE_CHANGED" | "DISCOUNT_UNAVAILABLE" | "SHIPPING_UNAVAILABLE" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INSUFFICIENT_STOCK`, `ORDER_LIMIT`, `PRICE_CHANGED`, `SHIPPING_UNAVAILABLE`, `GIFT_CARD_UNAVAILABLE` */
        InsufficientStockOrOrderLimitOrPriceChangedOrShippingUnavailableOrGiftCardUnavailable: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_STOCK",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_STOCK" | "ORDER_LIMIT" | "PRICE_CHANGED" | "SHIPPING_UNAVAILABLE" | "GIFT_CARD_UNAVAILABLE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INSUFFICIENT_STOCK`, `ORDER_LIMIT`, `PRICE_CHANGED`, `SHIPPING_UNAVAILABLE`, `GIFT_CARD_UNAVAILABLE`, `CONFLICT` */
        InsufficientStockOrOrderLimitOrPriceChangedOrShippingUnavailableOrGiftCardUnavailableOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INSUFFICIENT_STOCK",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INSUFFICIENT_STOCK" | "ORDER_LIMIT" | "PRICE_CHANGED" | "SHIPPING_UNAVAILABLE" | "GIFT_CARD_UNAVAILABLE" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Internal Server Error: `INTERNAL_ERROR` */
        InternalError: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INTERNAL_ERROR",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INTERNAL_ERROR";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INVALID_TRANSITION` */
        InvalidTransition: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TRANSITION",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INVALID_TRANSITION";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INVALID_TRANSITION`, `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        InvalidTransitionOrConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TRANSITION",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INVALID_TRANSITION" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INVALID_TRANSITION`, `GIFT_CARD_UNAVAILABLE`, `REMAINDER_TOO_SMALL`, `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        InvalidTransitionOrGiftCardUnavailableOrRemainderTooSmallOrConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TRANSITION",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INVALID_TRANSITION" | "GIFT_CARD_UNAVAILABLE" | "REMAINDER_TOO_SMALL" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INVALID_TRANSITION`, `IDEMPOTENCY_IN_PROGRESS` */
        InvalidTransitionOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TRANSITION",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INVALID_TRANSITION" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INVALID_TRANSITION`, `PRICE_CHANGED`, `SHIPPING_UNAVAILABLE`, `CONFLICT` */
        InvalidTransitionOrPriceChangedOrShippingUnavailableOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TRANSITION",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INVALID_TRANSITION" | "PRICE_CHANGED" | "SHIPPING_UNAVAILABLE" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `INVALID_TRANSITION`, `REFUND_TOO_LARGE`, `IDEMPOTENCY_IN_PROGRESS` */
        InvalidTransitionOrRefundTooLargeOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "INVALID_TRANSITION",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "INVALID_TRANSITION" | "REFUND_TOO_LARGE" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Forbidden: `MERCHANT_ACCESS_DENIED` */
        MerchantAccessDenied: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MERCHANT_ACCESS_DENIED",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "MERCHANT_ACCESS_DENIED";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unauthorized: `MISSING_TOKEN`, `UNAUTHORIZED`, `INVALID_DEVICE` */
        MissingTokenOrUnauthorizedOrInvalidDevice: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MISSING_TOKEN",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "MISSING_TOKEN" | "UNAUTHORIZED" | "INVALID_DEVICE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unauthorized: `MISSING_TOKEN`, `UNAUTHORIZED`, `INVALID_DEVICE`, `INVALID_CREDENTIALS` */
        MissingTokenOrUnauthorizedOrInvalidDeviceOrInvalidCredentials: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "MISSING_TOKEN",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "MISSING_TOKEN" | "UNAUTHORIZED" | "INVALID_DEVICE" | "INVALID_CREDENTIALS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Not Found: `NOT_FOUND` */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "NOT_FOUND",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "NOT_FOUND";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Payload Too Large: `PAYLOAD_TOO_LARGE` */
        PayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "PAYLOAD_TOO_LARGE",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Too Many Requests: `RATE_LIMITED` */
        RateLimited: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "RATE_LIMITED",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "RATE_LIMITED";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Request Timeout: `REQUEST_TIMEOUT` */
        RequestTimeout: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "REQUEST_TIMEOUT",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "REQUEST_TIMEOUT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Service Unavailable: `SERVICE_UNAVAILABLE` */
        ServiceUnavailable: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "SERVICE_UNAVAILABLE",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "SERVICE_UNAVAILABLE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `SKU_TAKEN`, `VARIANT_EXISTS`, `CONFLICT` */
        SkuTakenOrVariantExistsOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "SKU_TAKEN",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "SKU_TAKEN" | "VARIANT_EXISTS" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `SKU_TAKEN`, `VARIANT_EXISTS`, `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        SkuTakenOrVariantExistsOrConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "SKU_TAKEN",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "SKU_TAKEN" | "VARIANT_EXISTS" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `SKU_TAKEN`, `VARIANT_EXISTS`, `INSUFFICIENT_STOCK`, `CONFLICT` */
        SkuTakenOrVariantExistsOrInsufficientStockOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "SKU_TAKEN",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "SKU_TAKEN" | "VARIANT_EXISTS" | "INSUFFICIENT_STOCK" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `TWO_FACTOR_ACTIVE`, `CONFLICT` */
        TwoFactorActiveOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "TWO_FACTOR_ACTIVE",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "TWO_FACTOR_ACTIVE" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unauthorized: `UNAUTHORIZED` */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "UNAUTHORIZED",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "UNAUTHORIZED";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unauthorized: `UNAUTHORIZED`, `INVALID_DEVICE` */
        UnauthorizedOrInvalidDevice: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "UNAUTHORIZED",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "UNAUTHORIZED" | "INVALID_DEVICE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unauthorized: `UNAUTHORIZED`, `INVALID_DEVICE`, `INVALID_CREDENTIALS` */
        UnauthorizedOrInvalidDeviceOrInvalidCredentials: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "UNAUTHORIZED",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "UNAUTHORIZED" | "INVALID_DEVICE" | "INVALID_CREDENTIALS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unauthorized: `UNAUTHORIZED`, `INVALID_DEVICE`, `INVALID_CREDENTIALS`, `TWO_FACTOR_REQUIRED` */
        UnauthorizedOrInvalidDeviceOrInvalidCredentialsOrTwoFactorRequired: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "UNAUTHORIZED",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "UNAUTHORIZED" | "INVALID_DEVICE" | "INVALID_CREDENTIALS" | "TWO_FACTOR_REQUIRED";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Unsupported Media Type: `UNSUPPORTED_MEDIA_TYPE` */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "UNSUPPORTED_MEDIA_TYPE",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Bad Request: `VALIDATION_ERROR` */
        ValidationError: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Bad Request: `VALIDATION_ERROR`, `INVALID_CURSOR` */
        ValidationErrorOrInvalidCursor: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VALIDATION_ERROR",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "VALIDATION_ERROR" | "INVALID_CURSOR";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `VARIANT_EXISTS`, `CONFLICT` */
        VariantExistsOrConflict: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "VARIANT_EXISTS",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "VARIANT_EXISTS" | "CONFLICT";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `WEBHOOK_INACTIVE`, `CONFLICT`, `IDEMPOTENCY_IN_PROGRESS` */
        WebhookInactiveOrConflictOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "WEBHOOK_INACTIVE",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "WEBHOOK_INACTIVE" | "CONFLICT" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
        /** @description Conflict: `WEBHOOK_INACTIVE`, `IDEMPOTENCY_IN_PROGRESS` */
        WebhookInactiveOrIdempotencyInProgress: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "code": "WEBHOOK_INACTIVE",
                 *         "message": "what was wrong",
                 *         "request_id": "b9c4f6d2-8f0e-4a51-9b7a-2f4f3d1c7e60"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {boolean} */
                    success: false;
                    error: {
                        /** @enum {string} */
                        code: "WEBHOOK_INACTIVE" | "IDEMPOTENCY_IN_PROGRESS";
                        /** @example quantity must be integer */
                        message: string;
                        request_id: string;
                        /** @description For VALIDATION_ERROR a list of {field, message}; otherwise data by name. */
                        details?: unknown;
                    };
                };
            };
        };
    };
    parameters: {
        /**
         * @description A secret of this installation of the client, long and random (such as a UUID), made once and sent with every request. Not needed with an API key.
         * @example web-0d5c1f3e-8a46-4f0b-b1b9-6f2c7e9d4a58
         */
        DeviceId: string;
        /**
         * @description The merchant (shop) the request is about.
         * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
         */
        MerchantId: string;
        /**
         * @description A secret of this installation of the client, long and random (such as a UUID), made once and sent with every request. Not needed with an API key.
         * @example web-0d5c1f3e-8a46-4f0b-b1b9-6f2c7e9d4a58
         */
        OptionalDeviceId: string;
        /**
         * @description The merchant (shop) the request is about.
         * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
         */
        OptionalMerchantId: string;
        /** @description With a storefront’s secret key: the IP address of the shopper, which limits count in place of the server’s. */
        ShopperAddress: string;
        /** @description The secret key of the storefront’s server (`sk_…`), beside the token of a shopper, or where there is none yet. */
        StorefrontKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Id of this request, for support. A failure repeats it in `error.request_id`. */
        "x-request-id": string;
        /** @description Limit of requests per minute. */
        "ratelimit-limit": number;
        /** @description Requests left in this minute. */
        "ratelimit-remaining": number;
        /** @description Seconds until the next minute begins. */
        "ratelimit-reset": number;
        /** @description Seconds to wait before a retry. */
        "retry-after": number;
        /** @description `true`: the answer of an earlier request with this idempotency key. */
        "idempotent-replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Health"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Health"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    describeService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Service"];
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMediaFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e6f5c7c3e9c592f6a3a1f0b11-640-5f1d7c2a90b3e4d8.webp */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readGoogleFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Part of the address in the answer of `POST /admin/feeds`. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, streamed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSitemapIndex: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Part of the address in the answer of `POST /admin/feeds`. */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, streamed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSitemapPart: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Part of the address in the answer of `POST /admin/feeds`. */
                key: string;
                /** @description From 1 on. */
                part: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, streamed. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header?: {
                "stripe-signature"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Received"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    lookUpOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "order_number": "261121-7K3M9Q",
                 *       "email": "ada@example.com",
                 *       "merchant_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *     }
                 */
                "application/json": components["schemas"]["LookUpOrder"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    payOrderByToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example 3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Part of the link to the order in the shop’s mails. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "test_success"
                 *     }
                 */
                "application/json": components["schemas"]["PayOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaidOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrGiftCardUnavailableOrRemainderTooSmallOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrderByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Part of the link to the order in the shop’s mails. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["LinkedOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawByToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example 3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Part of the link to the order in the shop’s mails. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["WithdrawFromOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WithdrawnOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestReturnByToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example 3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @description Part of the link to the order in the shop’s mails. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "line": 1,
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 1,
                 *           "reason": "too_small",
                 *           "note": "The handle is cracked"
                 *         }
                 *       ],
                 *       "refund_to": "payment"
                 *     }
                 */
                "application/json": components["schemas"]["RequestReturn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Return"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer, which holds a session. So it is long and random, at least 16 characters.
                 * @example 3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery",
                 *       "name": "Ada Lovelace",
                 *       "phone": "+44 20 7123 4567"
                 *     }
                 */
                "application/json": components["schemas"]["Register"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["EmailTakenOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createGuest: {
        parameters: {
            query?: {
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer, which holds a session. So it is long and random, at least 16 characters.
                 * @example 3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDeviceOrInvalidCredentialsOrTwoFactorRequired"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    adminLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSignedIn"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDeviceOrInvalidCredentialsOrTwoFactorRequired"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refresh_token": "mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TokenPair"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    finishLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["TwoFactorLogin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminSignedIn"] | components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDeviceOrInvalidCredentials"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProvenAddress"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["EmailTakenOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPassword"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Mailed"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
                /**
                 * @example {
                 *       "token": "mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProvenAddress"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    undoEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["EmailChangeUndo"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProvenAddress"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["EmailTakenOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invitation"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "mJ4vXq0c7d0YbB0jz3e4mWq1yTgq2uC5N1xYzv0aQhE",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["JoinedMerchant"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["UnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Profile"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AccountDeletion"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDeviceOrInvalidCredentials"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "name": "Ada Lovelace",
                 *       "phone": "+44 20 7123 4567",
                 *       "current_password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Profile"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDeviceOrInvalidCredentials"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["EmailTakenOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    logoutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Session"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAddresses: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["SavedAddress"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addAddress: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "company": "Analytical Engines Ltd",
                 *       "line1": "12 St James’s Square",
                 *       "line2": "Flat 2",
                 *       "city": "London",
                 *       "region": "Greater London",
                 *       "postal_code": "SW1Y 4JH",
                 *       "country": "GB",
                 *       "phone": "+44 20 7946 0000",
                 *       "is_default": true
                 *     }
                 */
                "application/json": components["schemas"]["NewAddress"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SavedAddress"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace",
                 *       "company": "Analytical Engines Ltd",
                 *       "line1": "12 St James’s Square",
                 *       "line2": "Flat 2",
                 *       "city": "London",
                 *       "region": "Greater London",
                 *       "postal_code": "SW1Y 4JH",
                 *       "country": "GB",
                 *       "phone": "+44 20 7946 0000",
                 *       "is_default": true
                 *     }
                 */
                "application/json": components["schemas"]["AddressChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["SavedAddress"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Mailed"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
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
                /**
                 * @example {
                 *       "current_password": "correct horse battery",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDeviceOrInvalidCredentials"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    beginTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TwoFactorBegin"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TwoFactorSecret"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDeviceOrInvalidCredentials"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TwoFactorActiveOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "current_password": "correct horse battery",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["TwoFactorRemove"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDeviceOrInvalidCredentials"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    confirmTwoFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["TwoFactorConfirm"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RecoveryCodes"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDeviceOrInvalidCredentials"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["TwoFactorActiveOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["AccountExport"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @description Products of exactly this category. */
                category?: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description In major units of the product’s own currency. */
                min_price?: number;
                max_price?: number;
                /** @description True: only products that can be bought now. False: only those that cannot. */
                in_stock?: boolean;
                /** @description Products of exactly this brand. */
                brand?: string;
                /** @description Products with exactly this tag. */
                tag?: string;
                /** @description The group, or with `variants=all` its variants. */
                group_id?: string;
                /** @description The product with exactly this SKU, or the group that has it. */
                sku?: string;
                /** @description Products of this collection: its id or, with `merchant_id`, its slug. */
                collection?: string;
                /** @description `one`, the default: each group once. `all`: each variant. */
                variants?: "one" | "all";
                /**
                 * @description Only these products and groups: up to 100 ids, separated by commas.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                ids?: string;
                /** @description Default: `created_at`, or of a `collection` its own order. */
                sort?: "created_at" | "price" | "name";
                /** @description Default: desc for created_at, asc for price and name. */
                order?: "asc" | "desc";
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Card"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProduct: {
        parameters: {
            query?: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /**
                 * @description What to add: `group` with its variants, `related`, with commas between.
                 * @example group,related
                 */
                expand?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path: {
                /** @description An id or, with `merchant_id` or a key of a storefront, a slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProductPage"];
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSlug: {
        parameters: {
            query?: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["FoundSlug"];
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCategories: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Category"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCollections: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["CatalogCollection"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getProductGroup: {
        parameters: {
            query?: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CatalogProductGroup"];
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    suggest: {
        parameters: {
            query: {
                /** @example white lan */
                q: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Suggestions"];
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    searchProducts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @example white lantern */
                q?: string;
                /** @description Products of exactly this category. */
                category?: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description In major units of the product’s own currency. */
                min_price?: number;
                max_price?: number;
                /** @description True: only products that can be bought now. False: only those that cannot. */
                in_stock?: boolean;
                /** @description Products of exactly this brand. */
                brand?: string;
                /** @description Products with exactly this tag. */
                tag?: string;
                /** @description The group, or with `variants=all` its variants. */
                group_id?: string;
                /** @description The product with exactly this SKU, or the group that has it. */
                sku?: string;
                /** @description Products of this collection: its id or, with `merchant_id`, its slug. */
                collection?: string;
                /** @description `one`, the default: each group once. `all`: each variant. */
                variants?: "one" | "all";
                sort?: "relevance" | "created_at" | "price" | "name";
                /** @description Default: desc for created_at, asc for price and name. */
                order?: "asc" | "desc";
                /**
                 * @description What to count by: `category`, `merchant`, `brand`, `tag`, `option`, with commas between. Options are of what can be bought now.
                 * @example category,merchant
                 */
                facets?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Card"][];
                            pagination: components["schemas"]["Pagination"];
                            facets?: components["schemas"]["Facets"];
                            /** @description Words of `q` that no product has (with `merchant_id`: none of the shop), while it has others: the search ignores them. Without case and accents. Empty if no word is known; then nothing is found. */
                            ignored_words: string[];
                        };
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getShop: {
        parameters: {
            query?: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                merchant_id?: string;
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Shop"];
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPaymentMethods: {
        parameters: {
            query?: {
                /** @description A publishable key in place of credentials in headers, for CDNs that heed no `vary`. */
                key?: string;
            };
            header?: {
                /** @description The `etag` of an earlier answer, or several: 304 if it has not changed. */
                "if-none-match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentMethods"];
                    };
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    /** @description Changes whenever the answer does. */
                    etag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readGiftCardBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "7K3M-9QAB-4TXZ-0HJN"
                 *     }
                 */
                "application/json": components["schemas"]["GiftCardCode"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["GiftCardBalance"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["GiftCardUnavailable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getStoreCredit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StoreCredit"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /**
                 * @description `pending`, `paid`, `processing`, `completed`, `cancelled`, or several separated by commas.
                 * @example paid,processing
                 */
                status?: string;
                /**
                 * @description `unpaid`, `failed`, `partially_paid`, `paid`, `partially_refunded`, `refunded`, or several separated by commas.
                 * @example paid,partially_refunded
                 */
                payment_status?: string;
                /**
                 * @description `unfulfilled`, `partially_fulfilled`, `fulfilled`, or several separated by commas.
                 * @example unfulfilled,partially_fulfilled
                 */
                fulfillment_status?: string;
                /**
                 * @description From this date (of the shop’s `timezone`) or time on.
                 * @example 2026-11-01
                 */
                created_from?: string;
                /**
                 * @description Up to a date (of the shop’s `timezone`), which is included, or before a time.
                 * @example 2026-11-30T18:00:00Z
                 */
                created_to?: string;
                /** @example 10 */
                min_total?: number;
                /** @example 99.5 */
                max_total?: number;
                /**
                 * @description A part of the number, of any case; up to two characters must begin it.
                 * @example 261121-7K
                 */
                q?: string;
                /** @description What the list is sorted by. */
                sort?: "created_at" | "total";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Order"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "email": "ada@example.com",
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "line1": "12 St James’s Square",
                 *         "city": "London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB"
                 *       },
                 *       "shipping_method_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "expected_total": 29.45
                 *     }
                 */
                "application/json": components["schemas"]["PlaceOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Order"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrOrderLimitOrPriceChangedOrDiscountUnavailableOrShippingUnavailableOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Order"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Order"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransition"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Payment"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    payOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "test_success"
                 *     }
                 */
                "application/json": components["schemas"]["PayOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaidOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrGiftCardUnavailableOrRemainderTooSmallOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    quoteOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "email": "ada@example.com",
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "line1": "12 St James’s Square",
                 *         "city": "London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB"
                 *       },
                 *       "shipping_method_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "expected_total": 29.45
                 *     }
                 */
                "application/json": components["schemas"]["QuoteOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Quote"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrOrderLimitOrPriceChangedOrShippingUnavailableOrGiftCardUnavailable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInvoice: {
        parameters: {
            query?: {
                /** @description Absent: a page, or a PDF for `accept: application/pdf`. `facturx` is the PDF, with its data in it. */
                format?: "html" | "pdf" | "facturx" | "ubl";
                /**
                 * @description Of one of several papers.
                 * @example INV-CN-3
                 */
                number?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The paper as it was issued. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/pdf": string;
                    "application/xml": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invoices"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawFromOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["WithdrawFromOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WithdrawnOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestReturn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "line": 1,
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 1,
                 *           "reason": "too_small",
                 *           "note": "The handle is cracked"
                 *         }
                 *       ],
                 *       "refund_to": "payment"
                 *     }
                 */
                "application/json": components["schemas"]["RequestReturn"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Return"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReturns: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                order_id?: string;
                status?: "requested" | "approved" | "declined" | "received" | "refunded" | "closed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Return"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelReturn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Return"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransition"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cart"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    clearCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cart"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addCartItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "quantity": 2
                 *     }
                 */
                "application/json": components["schemas"]["AddCartItem"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cart"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeCartItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cart"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeCartItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quantity": 2
                 *     }
                 */
                "application/json": components["schemas"]["ChangeCartItem"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cart"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addCartCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "SUMMER-10"
                 *     }
                 */
                "application/json": components["schemas"]["AddCartCode"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cart"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeCartCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example SUMMER-10 */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Cart"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkOutCart: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "line1": "12 St James’s Square",
                 *         "city": "London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB"
                 *       },
                 *       "shipping_method_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "expected_total": 29.45
                 *     }
                 */
                "application/json": components["schemas"]["Checkout"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Order"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrOrderLimitOrPriceChangedOrDiscountUnavailableOrShippingUnavailableOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    quoteCart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "line1": "12 St James’s Square",
                 *         "city": "London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB"
                 *       },
                 *       "shipping_method_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "expected_total": 29.45
                 *     }
                 */
                "application/json": components["schemas"]["QuoteCart"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Quote"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDenied"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrOrderLimitOrPriceChangedOrShippingUnavailableOrGiftCardUnavailableOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /**
                 * @description Words of the name, e-mail address or phone, or of the addresses of their orders; an id; the number of an order. Of any case; up to two characters must begin a word.
                 * @example lovelace
                 */
                q?: string;
                sort?: "customer_since" | "name" | "email" | "order_count" | "order_total";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Customer"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CustomerDetails"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportCustomers: {
        parameters: {
            query?: {
                format?: "csv" | "ndjson";
                /**
                 * @description Words of the name, e-mail address or phone, or of the addresses of their orders; an id; the number of an order. Of any case; up to two characters must begin a word.
                 * @example lovelace
                 */
                q?: string;
                /**
                 * @description Only these customers: up to 200 ids, separated by commas.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as it is read. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MerchantSettings"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMerchant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Demo Shop",
                 *       "slug": "demo-shop",
                 *       "locale": "en-GB",
                 *       "currency": "GBP",
                 *       "order_limits": {
                 *         "max_open_orders_per_user": 20,
                 *         "max_quantity_per_line": 1000,
                 *         "max_unpaid_units_per_address": 200,
                 *         "hold_unpaid_seconds": 600,
                 *         "guest": {
                 *           "max_open_orders": 3,
                 *           "max_quantity_per_line": 100
                 *         }
                 *       },
                 *       "require_two_factor": true,
                 *       "support_email": "help@example.com",
                 *       "prices_include_tax": true,
                 *       "shipping_tax": "goods",
                 *       "vat_number": "FR40303265045",
                 *       "shipping_required": true,
                 *       "timezone": "Europe/London",
                 *       "carriers": [
                 *         {
                 *           "name": "Royal Mail",
                 *           "tracking_pattern": "https://www.royalmail.com/track-your-item#/tracking-results/{tracking_number}"
                 *         }
                 *       ],
                 *       "storefront_url": "https://shop.example.com",
                 *       "invoices": {
                 *         "prefix": "INV-",
                 *         "seller_name": "Analytical Engines GmbH",
                 *         "vat_id": "DE136695976",
                 *         "tax_number": "37/123/45678",
                 *         "issue_on": "paid",
                 *         "send_by": "mail",
                 *         "next_number": 10482,
                 *         "next_credit_note_number": 10482,
                 *         "seller_address": {
                 *           "line1": "Friedrichstraße 1",
                 *           "line2": "2nd floor",
                 *           "city": "Berlin",
                 *           "region": "Berlin",
                 *           "postal_code": "10117",
                 *           "country": "DE"
                 *         },
                 *         "tax_currency": {
                 *           "currency": "EUR",
                 *           "rate": 1.17
                 *         },
                 *         "exemption": {
                 *           "text": "No VAT is charged under § 19 UStG (small business)"
                 *         }
                 *       },
                 *       "withdrawal": true,
                 *       "return_days": 14,
                 *       "delivery_days": 7,
                 *       "mail": {
                 *         "order_confirmation": true,
                 *         "shipment": true,
                 *         "refund": true,
                 *         "address_change": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MerchantSettingsChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["MerchantSettings"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStaff: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["StaffMember"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inviteStaff: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["NewStaffMember"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffMember"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeStaff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": components["schemas"]["StaffChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffMember"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRoles: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Role"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Packing",
                 *       "permissions": [
                 *         "orders.read",
                 *         "orders.fulfil"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewRole"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Role"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a role in the list. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a role in the list. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Packing",
                 *       "permissions": [
                 *         "orders.read",
                 *         "orders.fulfil"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ChangedRole"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Role"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["ApiKey"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "admin",
                 *       "name": "Warehouse",
                 *       "permissions": [
                 *         "orders.read",
                 *         "inventory.write"
                 *       ],
                 *       "rate_limit_per_minute": 6000
                 *     }
                 */
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ApiKeyWithSecret"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listShippingMethods: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["ShippingMethod"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createShippingMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Royal Mail Tracked 48",
                 *       "price": 3.99,
                 *       "countries": [
                 *         "GB"
                 *       ],
                 *       "free_from": 50,
                 *       "min_weight_grams": 0,
                 *       "max_weight_grams": 2000,
                 *       "position": 0,
                 *       "active": true,
                 *       "regions": [
                 *         "ES-CN"
                 *       ],
                 *       "postal_codes": [
                 *         "35*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateShippingMethod"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ShippingMethod"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteShippingMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateShippingMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Royal Mail Tracked 48",
                 *       "countries": [
                 *         "GB"
                 *       ],
                 *       "price": 3.99,
                 *       "free_from": 50,
                 *       "min_weight_grams": 0,
                 *       "max_weight_grams": 2000,
                 *       "position": 0,
                 *       "active": true,
                 *       "regions": [
                 *         "ES-CN"
                 *       ],
                 *       "postal_codes": [
                 *         "35*"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateShippingMethod"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ShippingMethod"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTaxRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TaxRates"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceTaxRates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rates": [
                 *         {
                 *           "country": "GB",
                 *           "region": "QC",
                 *           "tax_class": "standard",
                 *           "name": "VAT",
                 *           "rate": 20,
                 *           "postal_codes": [
                 *             "35*"
                 *           ],
                 *           "compound": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReplaceTaxRates"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["TaxRates"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOwnProducts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @description Words of the product, or a prefix of its SKU. */
                q?: string;
                /** @description Default for a new product: active. */
                status?: "draft" | "active" | "archived";
                /** @description Products of exactly this category. */
                category?: string;
                /** @description In major units of the product’s own currency. */
                min_price?: number;
                max_price?: number;
                /** @description True: only products that can be bought now. False: only those that cannot. */
                in_stock?: boolean;
                /** @description Products of exactly this brand. */
                brand?: string;
                /** @description Products with exactly this tag. */
                tag?: string;
                /** @description The group, or with `variants=all` its variants. */
                group_id?: string;
                /** @description The product with exactly this SKU, or the group that has it. */
                sku?: string;
                /** @description Products of this collection: its id or, with `merchant_id`, its slug. */
                collection?: string;
                /** @description `one`: each group once. */
                variants?: "one" | "all";
                sort?: "created_at" | "name" | "price";
                /** @description `desc` by `created_at`, else `asc`, if left out. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Card"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sku": "85123A",
                 *       "name": "White Hanging Heart T-Light Holder",
                 *       "price": 2.55,
                 *       "category": "Candles & Lighting",
                 *       "status": "draft",
                 *       "image_url": "https://cdn.example.com/22423.jpg",
                 *       "media": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "requires_shipping": true,
                 *       "weight_grams": 350,
                 *       "tax_class": "standard",
                 *       "withdrawal": "allowed",
                 *       "gift_card": true,
                 *       "voucher": "multi",
                 *       "voucher_country": "DE",
                 *       "brand": "Regency",
                 *       "gtin": "4006381333931",
                 *       "tags": [
                 *         "sale"
                 *       ],
                 *       "compare_at_price": 3.95,
                 *       "seo": {},
                 *       "unit_pricing": {
                 *         "measure": {
                 *           "value": 0.75,
                 *           "unit": "l"
                 *         },
                 *         "base": {
                 *           "value": 1,
                 *           "unit": "l"
                 *         }
                 *       },
                 *       "metadata": {
                 *         "supplier": "Mill & Co",
                 *         "public_care": "Wash cold"
                 *       },
                 *       "slug": "white-hanging-heart",
                 *       "options": {
                 *         "Size": "M",
                 *         "Colour": "Red"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateProduct"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Product"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["SkuTakenOrVariantExistsOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Product"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RemovedProduct"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sku": "85123A",
                 *       "name": "White Hanging Heart T-Light Holder",
                 *       "category": "Candles & Lighting",
                 *       "price": 2.55,
                 *       "status": "draft",
                 *       "image_url": "https://cdn.example.com/22423.jpg",
                 *       "media": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "requires_shipping": true,
                 *       "weight_grams": 350,
                 *       "tax_class": "standard",
                 *       "withdrawal": "allowed",
                 *       "gift_card": true,
                 *       "voucher": "multi",
                 *       "voucher_country": "DE",
                 *       "brand": "Regency",
                 *       "gtin": "4006381333931",
                 *       "tags": [
                 *         "sale"
                 *       ],
                 *       "compare_at_price": 3.95,
                 *       "seo": {},
                 *       "unit_pricing": {
                 *         "measure": {
                 *           "value": 0.75,
                 *           "unit": "l"
                 *         },
                 *         "base": {
                 *           "value": 1,
                 *           "unit": "l"
                 *         }
                 *       },
                 *       "metadata": {
                 *         "supplier": "Mill & Co",
                 *         "public_care": "Wash cold"
                 *       },
                 *       "slug": "white-hanging-heart",
                 *       "options": {
                 *         "Size": "M",
                 *         "Colour": "Red"
                 *       },
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProduct"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Product"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["SkuTakenOrVariantExistsOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPrices: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["PastPrice"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOwnProductGroups: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @description Words of a variant, or the beginning of its SKU. */
                q?: string;
                status?: "draft" | "active" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["ProductGroup"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createProductGroup: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "White Hanging Heart T-Light Holder",
                 *       "varies_by": [
                 *         "Size",
                 *         "Colour"
                 *       ],
                 *       "slug": "white-hanging-heart",
                 *       "category": "Candles & Lighting",
                 *       "brand": "Regency",
                 *       "tags": [
                 *         "sale"
                 *       ],
                 *       "media": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "seo": {},
                 *       "metadata": {
                 *         "supplier": "Mill & Co",
                 *         "public_care": "Wash cold"
                 *       },
                 *       "status": "draft",
                 *       "variants": [
                 *         {
                 *           "sku": "SHIRT-M-RED",
                 *           "options": {
                 *             "Size": "M",
                 *             "Colour": "Red"
                 *           },
                 *           "price": 39
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateProductGroup"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProductGroupWithVariants"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["SkuTakenOrVariantExistsOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnProductGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProductGroupWithVariants"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceProductGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "White Hanging Heart T-Light Holder",
                 *       "varies_by": [
                 *         "Size",
                 *         "Colour"
                 *       ],
                 *       "slug": "white-hanging-heart",
                 *       "category": "Candles & Lighting",
                 *       "brand": "Regency",
                 *       "tags": [
                 *         "sale"
                 *       ],
                 *       "media": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "seo": {},
                 *       "metadata": {
                 *         "supplier": "Mill & Co",
                 *         "public_care": "Wash cold"
                 *       },
                 *       "status": "draft",
                 *       "variants": [
                 *         {
                 *           "sku": "SHIRT-M-RED",
                 *           "options": {
                 *             "Size": "M",
                 *             "Colour": "Red"
                 *           },
                 *           "price": 39
                 *         }
                 *       ],
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["ReplaceProductGroup"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProductGroupWithVariants"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["SkuTakenOrVariantExistsOrInsufficientStockOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteProductGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RemovedProductGroup"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateProductGroup: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "White Hanging Heart T-Light Holder",
                 *       "varies_by": [
                 *         "Size",
                 *         "Colour"
                 *       ],
                 *       "rename": {
                 *         "Color": "Colour"
                 *       },
                 *       "variants": [
                 *         {
                 *           "id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "options": {
                 *             "Size": "M",
                 *             "Colour": "Red"
                 *           }
                 *         }
                 *       ],
                 *       "slug": "white-hanging-heart",
                 *       "category": "Candles & Lighting",
                 *       "brand": "Regency",
                 *       "tags": [
                 *         "sale"
                 *       ],
                 *       "media": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "seo": {},
                 *       "metadata": {
                 *         "supplier": "Mill & Co",
                 *         "public_care": "Wash cold"
                 *       },
                 *       "status": "draft",
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateProductGroup"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["ProductGroupWithVariants"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["VariantExistsOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportProducts: {
        parameters: {
            query?: {
                /** @description `own` is `csv`; `shopify` is a CSV that Shopify reads. */
                format?: "csv" | "ndjson" | "own" | "shopify";
                /** @description Default for a new product: active. */
                status?: "draft" | "active" | "archived";
                category?: string;
                /** @description Words of the product, or a prefix of its SKU. */
                q?: string;
                /**
                 * @description Only these products: up to 200 ids, separated by commas.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as it is read. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMedia: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Media"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createMedia: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/1.jpg",
                 *       "alt": "A red shirt"
                 *     }
                 */
                "application/json": components["schemas"]["FetchMedia"];
                "image/jpeg": unknown;
                "image/png": unknown;
                "image/webp": unknown;
                "image/avif": unknown;
                "image/gif": unknown;
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Media"];
                    };
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Media"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Media"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RemovedMedia"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "alt": "A red shirt"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMedia"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Media"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeProducts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "filter": {
                 *         "status": "draft",
                 *         "in_stock": true
                 *       },
                 *       "change": {
                 *         "price": {
                 *           "percent": -25
                 *         },
                 *         "compare_at_price": {
                 *           "percent": 0
                 *         }
                 *       },
                 *       "dry_run": true
                 *     }
                 */
                "application/json": components["schemas"]["ChangeProducts"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["BulkRehearsal"];
                    };
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Job"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOwnCollections: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Collection"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer",
                 *       "slug": "summer",
                 *       "media": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "seo": {},
                 *       "status": "draft",
                 *       "sort": "manual",
                 *       "rules": {
                 *         "match": "all",
                 *         "conditions": [
                 *           {
                 *             "field": "tag",
                 *             "operator": "is",
                 *             "value": "summer"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateCollection"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Collection"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewCollection: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rules": {
                 *         "match": "all",
                 *         "conditions": [
                 *           {
                 *             "field": "tag",
                 *             "operator": "is",
                 *             "value": "summer"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PreviewCollection"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CollectionPreview"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOwnCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Collection"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer",
                 *       "slug": "summer",
                 *       "media": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "seo": {},
                 *       "status": "draft",
                 *       "sort": "manual",
                 *       "rules": {
                 *         "match": "all",
                 *         "conditions": [
                 *           {
                 *             "field": "tag",
                 *             "operator": "is",
                 *             "value": "summer"
                 *           }
                 *         ]
                 *       },
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCollection"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Collection"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCollectionProducts: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["CollectionProduct"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setCollectionProducts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11"
                 *       ],
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["SetCollectionProducts"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Collection"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFeeds: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["CountedFeed"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFeed: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "storefront_url": "https://shop.example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CreateFeed"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Feed"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteFeed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInventory: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @description Words of the product, or a prefix of its SKU. */
                q?: string;
                category?: string;
                sort?: "sku" | "name" | "available";
                order?: "asc" | "desc";
                /** @description Only products with at most this many available units. */
                low_stock?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["InventoryItem"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateInventory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "on_hand": 40,
                 *       "counted_at": "2026-11-21T09:30:00.000Z",
                 *       "reason": "Damaged in storage"
                 *     }
                 */
                "application/json": components["schemas"]["StockUpdate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["InventoryItem"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStockMovements: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["StockMovement"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGiftCards: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                status?: "active" | "spent" | "expired" | "disabled";
                /** @description Part of the e-mail, note or last four letters. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["GiftCard"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createGiftCard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": 50,
                 *       "email": "ada@example.com",
                 *       "note": "Birthday of a customer",
                 *       "expires_at": "2026-11-21T09:30:00.000Z",
                 *       "origin": "granted"
                 *     }
                 */
                "application/json": components["schemas"]["CreateGiftCard"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["NewGiftCard"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOutstandingValue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OutstandingValue"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGiftCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["GiftCardLedger"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    adjustGiftCard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": -5,
                 *       "reason": "Goodwill for a late parcel"
                 *     }
                 */
                "application/json": components["schemas"]["AdjustValue"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["GiftCard"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableGiftCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["GiftCard"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resendGiftCard: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ResendGiftCard"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["GiftCard"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCustomerStoreCredit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StoreCredit"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    adjustStoreCredit: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": -5,
                 *       "reason": "Goodwill for a late parcel"
                 *     }
                 */
                "application/json": components["schemas"]["AdjustValue"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StoreCredit"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPromotions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @description Part of the name or of the code. */
                q?: string;
                /** @description A period that is over counts as `ended`, also if paused. */
                status?: "active" | "paused" | "scheduled" | "ended";
                /** @description `percentage` needs `percent`; `amount` needs `amount`; `free_shipping` takes off at most `max_shipping`; `buy_x_get_y` needs `buy` and `get`. */
                kind?: "percentage" | "amount" | "free_shipping" | "buy_x_get_y";
                /** @description The code, without regard to case; also one that was generated. */
                code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Promotion"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createPromotion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer sale",
                 *       "kind": "percentage",
                 *       "percent": 10,
                 *       "code": "SUMMER-10"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePromotion"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Promotion"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Promotion"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePromotion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Summer sale",
                 *       "kind": "percentage",
                 *       "code": "SUMMER-10",
                 *       "public": true,
                 *       "percent": 10,
                 *       "amount": 7,
                 *       "each": false,
                 *       "max_discount": 7,
                 *       "max_shipping": 7,
                 *       "buy": {
                 *         "quantity": 1,
                 *         "of": {
                 *           "all": true
                 *         }
                 *       },
                 *       "get": {
                 *         "quantity": 1,
                 *         "of": {
                 *           "all": true
                 *         },
                 *         "percent": 10
                 *       },
                 *       "times_at_most": 1,
                 *       "applies_to": {
                 *         "all": true
                 *       },
                 *       "minimum": {
                 *         "subtotal": 7,
                 *         "quantity": 1
                 *       },
                 *       "customers": {
                 *         "new_only": true,
                 *         "emails": [
                 *           "ada@example.com"
                 *         ]
                 *       },
                 *       "usage_limit": 1,
                 *       "per_customer_limit": 1,
                 *       "starts_at": "2026-11-21T09:30:00.000Z",
                 *       "ends_at": "2026-11-21T09:30:00.000Z",
                 *       "combines": false,
                 *       "status": "active",
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePromotion"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Promotion"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPromotionCodes: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["PromotionCode"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    generatePromotionCodes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "count": 500,
                 *       "prefix": "VIP-"
                 *     }
                 */
                "application/json": components["schemas"]["GenerateCodes"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CodeBatch"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportPromotionCodes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as it is read. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokePromotionCode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
                /** @example VIP-7K3M9QX2AB */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMerchantOrders: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /**
                 * @description `pending`, `paid`, `processing`, `completed`, `cancelled`, or several separated by commas.
                 * @example paid,processing
                 */
                status?: string;
                /**
                 * @description `unpaid`, `failed`, `partially_paid`, `paid`, `partially_refunded`, `refunded`, or several separated by commas.
                 * @example paid,partially_refunded
                 */
                payment_status?: string;
                /**
                 * @description `unfulfilled`, `partially_fulfilled`, `fulfilled`, or several separated by commas.
                 * @example unfulfilled,partially_fulfilled
                 */
                fulfillment_status?: string;
                /**
                 * @description From this date (of the shop’s `timezone`) or time on.
                 * @example 2026-11-01
                 */
                created_from?: string;
                /**
                 * @description Up to a date (of the shop’s `timezone`), which is included, or before a time.
                 * @example 2026-11-30T18:00:00Z
                 */
                created_to?: string;
                /** @example 10 */
                min_total?: number;
                /** @example 99.5 */
                max_total?: number;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                user_id?: string;
                /**
                 * @description Orders that have this promotion.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                promotion_id?: string;
                /** @description Orders with a refund that failed, which staff can retry or mark as paid back: of the order, or of a payment that it did not wait for. */
                refund_failed?: "true";
                /**
                 * @description A tag in any case, or several separated by commas: orders with one of them.
                 * @example urgent,gift
                 */
                tags?: string;
                /** @description Of a member of the staff; `none`: orders that nobody takes care of. */
                assignee_id?: string;
                /**
                 * @description A part of the number, with or without # and hyphen; an id; words of the names, companies, postal codes, phones and e-mail addresses of the order and its customer, of any case, phones as they are typed. Up to two characters must begin the number or a word.
                 * @example 261121-7K
                 */
                q?: string;
                /** @description What the list is sorted by. */
                sort?: "created_at" | "total";
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["StaffOrder"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    placeStaffOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "user_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *         "email": "ada@example.com",
                 *         "name": "Ada Lovelace"
                 *       },
                 *       "items": [
                 *         {
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 2,
                 *           "price": 12.75
                 *         }
                 *       ],
                 *       "custom_items": [
                 *         {
                 *           "name": "Engraving",
                 *           "price": 12.75,
                 *           "quantity": 2,
                 *           "tax_class": "standard"
                 *         }
                 *       ],
                 *       "discount": {
                 *         "percent": 10,
                 *         "amount": 5,
                 *         "reason": "Scratched"
                 *       },
                 *       "gift": {
                 *         "email": "ada@example.com",
                 *         "message": "Enjoy!",
                 *         "send_at": "2026-11-21T09:30:00.000Z"
                 *       },
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "billing_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "vat_number": "DE136695976",
                 *       "shipping_method_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "shipping_method": {
                 *         "name": "Van of the shop",
                 *         "price": 5
                 *       },
                 *       "expires_at": "2026-11-21T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["PlaceStaffOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrOrderLimitOrPriceChangedOrDiscountUnavailableOrShippingUnavailableOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMerchantOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "pending",
                 *       "note": "Call first",
                 *       "email": "ada@example.com",
                 *       "phone": "+44 20 7946 0958",
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "billing_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "tags": [
                 *         "urgent"
                 *       ],
                 *       "assignee_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "expected_version": 1
                 *     }
                 */
                "application/json": components["schemas"]["UpdateOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["StaffOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrPriceChangedOrShippingUnavailableOrConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportOrders: {
        parameters: {
            query?: {
                format?: "csv" | "ndjson";
                /**
                 * @description `pending`, `paid`, `processing`, `completed`, `cancelled`, or several separated by commas.
                 * @example paid,processing
                 */
                status?: string;
                /**
                 * @description `unpaid`, `failed`, `partially_paid`, `paid`, `partially_refunded`, `refunded`, or several separated by commas.
                 * @example paid,partially_refunded
                 */
                payment_status?: string;
                /**
                 * @description `unfulfilled`, `partially_fulfilled`, `fulfilled`, or several separated by commas.
                 * @example unfulfilled,partially_fulfilled
                 */
                fulfillment_status?: string;
                /**
                 * @description From this date (of the shop’s `timezone`) or time on.
                 * @example 2026-11-01
                 */
                created_from?: string;
                /**
                 * @description Up to a date (of the shop’s `timezone`), which is included, or before a time.
                 * @example 2026-11-30T18:00:00Z
                 */
                created_to?: string;
                /** @example 10 */
                min_total?: number;
                /** @example 99.5 */
                max_total?: number;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                user_id?: string;
                /**
                 * @description Orders that have this promotion.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                promotion_id?: string;
                /** @description Orders with a refund that failed, which staff can retry or mark as paid back: of the order, or of a payment that it did not wait for. */
                refund_failed?: "true";
                /**
                 * @description A tag in any case, or several separated by commas: orders with one of them.
                 * @example urgent,gift
                 */
                tags?: string;
                /** @description Of a member of the staff; `none`: orders that nobody takes care of. */
                assignee_id?: string;
                /**
                 * @description A part of the number, with or without # and hyphen; an id; words of the names, companies, postal codes, phones and e-mail addresses of the order and its customer, of any case, phones as they are typed. Up to two characters must begin the number or a word.
                 * @example 261121-7K
                 */
                q?: string;
                /**
                 * @description Only these orders: up to 200 ids, separated by commas.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as it is read. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    fulfilOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["CreateFulfillment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Order"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateFulfillment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                fulfillment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "carrier": "Royal Mail",
                 *       "tracking_number": "RM123456785GB",
                 *       "tracking_url": "https://www.royalmail.com/track-your-item#/RM123456785GB",
                 *       "delivered_at": "2026-11-21T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateFulfillment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Order"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    makePaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["MakePaymentLink"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaymentLink"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMerchantPayments: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Payment"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recordPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "manual",
                 *       "reference": "Bank transfer of 21 November",
                 *       "amount": 12.75
                 *     }
                 */
                "application/json": components["schemas"]["RecordPayment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["PaidOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refundOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "line": 1,
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 1,
                 *           "restock": true
                 *         }
                 *       ],
                 *       "amount": 12.75,
                 *       "shipping": true,
                 *       "reason": "Arrived broken"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRefund"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RefundedOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrRefundTooLargeOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RefundedOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrRefundTooLargeOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    settleRefundByHand: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["RefundedOrder"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InvalidTransitionOrRefundTooLargeOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    quoteStaffOrder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "customer": {
                 *         "user_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *         "email": "ada@example.com",
                 *         "name": "Ada Lovelace"
                 *       },
                 *       "items": [
                 *         {
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 2,
                 *           "price": 12.75
                 *         }
                 *       ],
                 *       "custom_items": [
                 *         {
                 *           "name": "Engraving",
                 *           "price": 12.75,
                 *           "quantity": 2,
                 *           "tax_class": "standard"
                 *         }
                 *       ],
                 *       "discount": {
                 *         "percent": 10,
                 *         "amount": 5,
                 *         "reason": "Scratched"
                 *       },
                 *       "gift": {
                 *         "email": "ada@example.com",
                 *         "message": "Enjoy!",
                 *         "send_at": "2026-11-21T09:30:00.000Z"
                 *       },
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "billing_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "vat_number": "DE136695976",
                 *       "shipping_method_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *       "shipping_method": {
                 *         "name": "Van of the shop",
                 *         "price": 5
                 *       },
                 *       "expires_at": "2026-11-21T09:30:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["QuoteStaffOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Quote"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrOrderLimitOrPriceChangedOrDiscountUnavailableOrShippingUnavailable"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editOrderLines: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "add": [
                 *         {
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 2,
                 *           "price": 12.75
                 *         }
                 *       ],
                 *       "remove": [
                 *         2
                 *       ],
                 *       "set": [
                 *         {
                 *           "line": 1,
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "reprice": [
                 *         {
                 *           "line": 1,
                 *           "price": 12.75
                 *         }
                 *       ],
                 *       "recalculate_discounts": true,
                 *       "shipping_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "billing_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "preview": true
                 *     }
                 */
                "application/json": components["schemas"]["EditOrder"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["OrderEdit"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrInvalidTransitionOrShippingUnavailableOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    printPackingSlips: {
        parameters: {
            query?: {
                /**
                 * @description Only these orders: up to 200 ids, separated by commas.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for print. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    printPickList: {
        parameters: {
            query?: {
                /**
                 * @description Only these orders: up to 200 ids, separated by commas.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                ids?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page for print. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMerchantInvoice: {
        parameters: {
            query?: {
                /** @description Absent: a page, or a PDF for `accept: application/pdf`. `facturx` is the PDF, with its data in it. */
                format?: "html" | "pdf" | "facturx" | "ubl";
                /**
                 * @description Of one of several papers.
                 * @example INV-CN-3
                 */
                number?: string;
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The paper as it was issued. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/pdf": string;
                    "application/xml": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["IssueInvoice"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMerchantInvoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invoices"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["SendInvoice"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Invoice"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    correctInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "billing_address": {
                 *         "name": "Ada Lovelace",
                 *         "company": "Analytical Engines Ltd",
                 *         "line1": "12 St James’s Square",
                 *         "line2": "Flat 2",
                 *         "city": "London",
                 *         "region": "Greater London",
                 *         "postal_code": "SW1Y 4JH",
                 *         "country": "GB",
                 *         "phone": "+44 20 7946 0000"
                 *       },
                 *       "vat_number": "FR40303265045",
                 *       "reason": "Wrong address"
                 *     }
                 */
                "application/json": components["schemas"]["CorrectInvoice"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["CorrectedInvoice"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMerchantReturns: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                status?: "requested" | "approved" | "declined" | "received" | "refunded" | "closed" | "cancelled";
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                order_id?: string;
                /** @description true: only withdrawals whose refund is still to be made. */
                refund_due?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Return"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMerchantReturn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Return"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateReturn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "approved",
                 *       "items": [
                 *         {
                 *           "line": 1,
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 1,
                 *           "condition": "resell",
                 *           "restock": true
                 *         }
                 *       ],
                 *       "refund": "full",
                 *       "amount": 12.75,
                 *       "deduction": {
                 *         "amount": 5,
                 *         "reason": "The box was missing"
                 *       },
                 *       "exchange": [
                 *         {
                 *           "product_id": "019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11",
                 *           "quantity": 1
                 *         }
                 *       ],
                 *       "carrier": "Royal Mail",
                 *       "tracking_number": "RM123456785GB"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateReturn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Return"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["InsufficientStockOrInvalidTransitionOrRefundTooLarge"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Webhook"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks",
                 *       "events": [
                 *         "order.*"
                 *       ],
                 *       "active": true,
                 *       "retry_for": "specified"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: Record<string, never>;
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks",
                 *       "events": [
                 *         "order.*"
                 *       ],
                 *       "active": true,
                 *       "retry_for": "specified"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RotateSecret"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["WebhookWithSecret"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["ConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["WebhookInactiveOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                status?: "pending" | "delivering" | "delivered" | "failed" | "cancelled";
                /** @example order.created */
                event?: "user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned";
            };
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["Delivery"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["DeliveryDetail"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Delivery"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["WebhookInactiveOrConflictOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes the request safe to repeat for 24 h: the same key and body replay the first answer.
                 * @example order-7f3a
                 */
                "idempotency-key"?: string;
            };
            path: {
                /** @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11 */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-11-21T09:30:00.000Z",
                 *       "until": "2026-11-21T12:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["RecoverDeliveries"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Recovered"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["WebhookInactiveOrIdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /** @example order.created */
                event?: "user.created" | "user.updated" | "user.deleted" | "user.verified" | "order.created" | "order.updated" | "order.cancelled" | "order.completed" | "order.payment_succeeded" | "order.payment_failed" | "product.created" | "product.updated" | "product.deleted" | "inventory.updated" | "cart.item_added" | "cart.item_removed" | "cart.abandoned";
                /**
                 * @description Only events from this date (of the shop’s `timezone`) or time on.
                 * @example 2026-11-01
                 */
                since?: string;
                /** @description Id of an event: only events after it in the log. Use it to continue from the last event you have. */
                after?: string;
                /** @description `asc`: oldest first, to follow the log. `desc`: newest first, to look at what happened last. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["EventEnvelope"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11 */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["EventDetail"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDashboard: {
        parameters: {
            query?: {
                /**
                 * @description A date or a time; its whole day at the shop counts. Default: 30 days before `to`.
                 * @example 2026-11-01
                 */
                from?: string;
                /**
                 * @description A date (included) or a time (excluded). Default: the end of today.
                 * @example 2026-11-30
                 */
                to?: string;
                /** @description The step of `series`. */
                interval?: "hour" | "day" | "week" | "month";
                /** @description The order of `top_products`. */
                top_by?: "revenue" | "units";
                /** @description Adds `previous`: the same number of days, up to `from`. */
                compare?: "previous_period";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Dashboard"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Counts"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `next_cursor` of the previous page; overrides `offset`. */
                cursor?: string;
                /**
                 * @description Id of a user or of a key.
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                actor?: string;
                /** @example product.updated */
                action?: "staff.signed_in" | "staff.sign_in_refused" | "staff.added" | "staff.role_changed" | "staff.removed" | "staff.left" | "invitation.created" | "invitation.accepted" | "invitation.revoked" | "role.created" | "role.updated" | "role.deleted" | "api_key.created" | "api_key.revoked" | "secrets.replaced" | "settings.updated" | "shipping_method.created" | "shipping_method.updated" | "shipping_method.deleted" | "promotion.created" | "promotion.updated" | "promotion.deleted" | "promotion.codes_created" | "promotion.code_revoked" | "promotion.exported" | "tax_rates.updated" | "product.created" | "product.updated" | "product.deleted" | "product.archived" | "product.exported" | "media.created" | "media.updated" | "media.deleted" | "product_group.created" | "product_group.updated" | "product_group.deleted" | "collection.created" | "collection.updated" | "collection.deleted" | "stock.updated" | "order.created" | "order.payment_link_created" | "order.updated" | "order.edited" | "order.corrected" | "order.fulfilled" | "order.fulfillment_updated" | "order.invoiced" | "order.invoice_corrected" | "order.invoice_sent" | "order.exported" | "customer.exported" | "return.updated" | "return.refunded" | "payment.recorded" | "payment.refund_started" | "payment.refunded" | "payment.refund_failed" | "payment.disputed" | "webhook.created" | "webhook.updated" | "webhook.deleted" | "webhook.secret_rotated" | "feed.created" | "feed.deleted" | "gift_card.created" | "gift_card.adjusted" | "gift_card.disabled" | "gift_card.resent" | "store_credit.adjusted" | "account.exported";
                /**
                 * @description Id of a product, an order, a webhook, ….
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                target?: string;
                /**
                 * @description From this date (of the shop’s `timezone`) or time on.
                 * @example 2026-11-01
                 */
                from?: string;
                /**
                 * @description Up to a date, which is included, or before a time.
                 * @example 2026-11-01
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: {
                            items: components["schemas"]["AuditEntry"][];
                            pagination: components["schemas"]["Pagination"];
                        };
                    };
                };
            };
            400: components["responses"]["ValidationErrorOrInvalidCursor"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importProducts: {
        parameters: {
            query?: {
                /** @description Which system the file is of; `auto` tells by the header. */
                format?: "own" | "auto" | "shopify" | "woocommerce" | "vendure" | "medusa";
                /** @description A dry run: returns the counts and faults of the import, and writes nothing. */
                dry_run?: boolean;
                /**
                 * @description Columns of the file to leave out, separated by commas; one with a comma in quotes.
                 * @example Vendor,Variant Barcode
                 */
                ignore?: string;
                /**
                 * @description Columns that the file names otherwise: `<title>=<column>`, separated by commas; one with a comma in quotes. Columns are those of the format: ours, or the titles of the other system.
                 * @example Colour=option_1_value,Vendor=brand
                 */
                rename?: string;
                /**
                 * @description Units of new products whose stock the file does not say. Default: what it has besides, else 0.
                 * @example 100
                 */
                uncounted?: number;
                /** @description Sale prices of another system’s file: those that are on today (`current`), all, or none, which takes the usual prices. */
                sales?: "current" | "all" | "none";
            };
            header?: {
                /** @description A UUID chosen by the client. Default: a new one. */
                "import-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {"sku":"22423","name":"Regency cakestand, 3 tier","price":12.75,"on_hand":40}
                 *     {"sku":"85123A","price":2.55}
                 */
                "application/x-ndjson": unknown;
                /**
                 * @example sku,name,price,on_hand
                 *     22423,"Regency cakestand, 3 tier",12.75,40
                 *     85123A,,2.55,
                 */
                "text/csv": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "ratelimit-limit": components["headers"]["ratelimit-limit"];
                    "ratelimit-remaining": components["headers"]["ratelimit-remaining"];
                    "ratelimit-reset": components["headers"]["ratelimit-reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {boolean} */
                        success: true;
                        data: components["schemas"]["Import"];
                    };
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingTokenOrUnauthorizedOrInvalidDevice"];
            403: components["responses"]["InsufficientPermissionsOrMerchantAccessDeniedOrTwoFactorSetupRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    onUserCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "user.created";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        user: components["schemas"]["User"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "user.updated";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        user: components["schemas"]["User"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "user.deleted";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        user: components["schemas"]["User"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onUserVerified: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "user.verified";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        user: components["schemas"]["User"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "order.created";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        order: components["schemas"]["Order"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "order.updated";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        order: components["schemas"]["Order"];
                        /** @enum {string} */
                        previous_status: "pending" | "paid" | "processing" | "completed" | "cancelled";
                        /**
                         * @description Kind of the change.
                         * @example payment_status
                         * @enum {string}
                         */
                        change: "status" | "fulfilled" | "refunded" | "payment_status" | "edited" | "corrected" | "return_requested" | "return_approved" | "return_declined" | "return_received" | "return_refunded" | "return_closed" | "return_cancelled" | "invoiced" | "credited";
                        /**
                         * @description With `change: corrected`: what staff has corrected.
                         * @example [
                         *       "shipping_address"
                         *     ]
                         */
                        fields?: ("email" | "phone" | "shipping_address" | "billing_address" | "tags" | "assignee_id" | "note")[];
                        invoice?: components["schemas"]["Invoice"];
                        /** @description With the changes `return_…`: which return. */
                        return?: {
                            /**
                             * Format: uuid
                             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                             */
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "approved" | "declined" | "received" | "refunded" | "closed" | "cancelled";
                        };
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCancelled: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "order.cancelled";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        order: components["schemas"]["Order"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderCompleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "order.completed";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        order: components["schemas"]["Order"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderPaymentSucceeded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "order.payment_succeeded";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        order: components["schemas"]["Order"];
                        payment: components["schemas"]["Payment"] | null;
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOrderPaymentFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "order.payment_failed";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        order: components["schemas"]["Order"];
                        payment: components["schemas"]["Payment"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProductCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "product.created";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        product: components["schemas"]["EventProduct"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProductUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "product.updated";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        product: components["schemas"]["EventProduct"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onProductDeleted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "product.deleted";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        product: components["schemas"]["EventProduct"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onInventoryUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "inventory.updated";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        product: components["schemas"]["StockProduct"];
                        inventory: components["schemas"]["StockChange"];
                        /**
                         * @description Kind of the change, or a note by staff.
                         * @example order_placed
                         */
                        reason: string;
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCartItemAdded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "cart.item_added";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        cart: components["schemas"]["Cart"];
                        item: components["schemas"]["CartItem"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCartItemRemoved: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "cart.item_removed";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        cart: components["schemas"]["Cart"];
                        item: components["schemas"]["CartItem"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCartAbandoned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the event: the same at every attempt, so that receivers know what they have.
                     * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
                     */
                    id: string;
                    /** @constant */
                    event: "cart.abandoned";
                    /**
                     * @description Unix seconds.
                     * @example 1763717400
                     */
                    created: number;
                    data: {
                        cart: components["schemas"]["Cart"];
                    };
                    /** @constant */
                    api_version: "v1";
                };
            };
        };
        responses: {
            /** @description Any 2xx: received. Any other answer is retried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** POSTs of these paths take an idempotency key. */
export const keyedPaths = [
  '/orders/by-token/{token}/payments',
  '/orders/by-token/{token}/withdraw',
  '/orders/by-token/{token}/returns',
  '/user/register',
  '/user/guest',
  '/user/addresses',
  '/user/orders',
  '/user/orders/{id}/payments',
  '/user/orders/{id}/withdraw',
  '/user/orders/{id}/returns',
  '/user/cart/items',
  '/user/cart/codes',
  '/user/cart/checkout',
  '/admin/staff',
  '/admin/roles',
  '/admin/api-keys',
  '/admin/shipping-methods',
  '/admin/products',
  '/admin/product-groups',
  '/admin/media',
  '/admin/products/bulk',
  '/admin/collections',
  '/admin/feeds',
  '/admin/gift-cards',
  '/admin/gift-cards/{id}/adjust',
  '/admin/gift-cards/{id}/resend',
  '/admin/users/{id}/store-credit',
  '/admin/promotions',
  '/admin/promotions/{id}/codes',
  '/admin/orders',
  '/admin/orders/{id}/fulfillments',
  '/admin/orders/{id}/payment-link',
  '/admin/orders/{id}/payments',
  '/admin/orders/{id}/refunds',
  '/admin/orders/{id}/refunds/{refund_id}/retry',
  '/admin/orders/{id}/refunds/{refund_id}/done',
  '/admin/orders/{id}/edits',
  '/admin/orders/{id}/invoice',
  '/admin/orders/{id}/invoice/send',
  '/admin/orders/{id}/invoice/correct',
  '/admin/webhooks',
  '/admin/webhooks/{webhook_id}/rotate-secret',
  '/admin/webhooks/{webhook_id}/test',
  '/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  '/admin/webhooks/{webhook_id}/recover',
]

/** What takes the key of a storefront in place of a session. */
export const storefrontOperations = [
  'POST /user/guest',
  'GET /catalog/products',
  'GET /catalog/products/{id}',
  'GET /catalog/slugs/{slug}',
  'GET /catalog/categories',
  'GET /catalog/collections',
  'GET /catalog/product-groups/{id}',
  'GET /catalog/suggest',
  'GET /marketplace/search',
  'GET /shop',
  'GET /payments/methods',
]
